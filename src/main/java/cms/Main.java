package cms;

import cms.platform.failure.Failure;
import java.nio.file.Path;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the service from the environment and stops it on SIGTERM. */
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger("cms");
    private static final int EXIT_REFUSED = 2;

    private Main() {}

    public static void main(String[] arguments) {
        try {
            Settings settings = Settings.read(System.getenv(), Path.of(System.getProperty("cms.home", "")));
            settings.warnings().forEach(LOG::warn);
            App app = App.start(settings, InstantSource.system());
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(app)));
            System.out.println("cms is ready at " + app.publicUrl());
            System.out.flush();
        } catch (Failure refused) {
            System.err.println(refused.sentence());
            System.exit(EXIT_REFUSED);
        }
    }

    /** A stop that was asked for is a success: without the halt the process would report the signal. */
    private static void stop(App app) {
        int exitCode = 0;
        try {
            app.close();
        } catch (RuntimeException failed) {
            LOG.error("the service did not stop cleanly", failed);
            exitCode = 1;
        }
        Runtime.getRuntime().halt(exitCode);
    }
}
