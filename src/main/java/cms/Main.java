package cms;

import ch.qos.logback.classic.Level;
import cms.monitoring.JsonLog;
import cms.monitoring.Version;
import cms.platform.failure.Failure;
import cms.platform.net.OutgoingHttp;
import cms.settings.Settings;
import cms.settings.StorageSettings;
import cms.upkeep.Commands;
import cms.upkeep.InstanceStorage;
import cms.upkeep.Login;
import cms.upkeep.RestingHeap;
import cms.upkeep.SealingMark;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the service from the environment and stops it on SIGTERM; with arguments it runs one command instead. */
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger("cms");
    private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";
    private static final int EXIT_BROKEN = 1;
    private static final int EXIT_REFUSED = 2;

    /** EX_TEMPFAIL of sysexits.h: what was missing may come back, so the service is worth another start. */
    private static final int EXIT_LATER = 75;

    /**
     * What computes without a rest keeps the thread that carries its virtual thread. With more of those than processors the
     * system shares the processors among them, and a few long computations keep nobody out.
     */
    private static final int CARRIERS = Runtime.getRuntime().availableProcessors() + 6;

    private Main() {}

    public static void main(String[] arguments) {
        Optional<String> problem =
                arguments.length == 1 ? Commands.withoutSettings(arguments[0], Version.RUNNING) : Optional.empty();
        if (problem.isPresent()) {
            System.out.println(problem.get());
            return;
        }
        shareProcessors();
        AtomicReference<App> running = new AtomicReference<>();
        if (arguments.length == 0) {
            // Before everything else, so that a stop that comes while the start goes on is a success too.
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(running.get())));
        }
        try {
            Settings settings = Settings.read(System.getenv(), Path.of(System.getProperty("cms.home", "")));
            if (arguments.length > 0) {
                sayOnlySentences();
                if (Login.isMeant(List.of(arguments))) {
                    System.exit(login(settings, List.of(arguments)));
                }
                System.exit(commands(settings).run(List.of(arguments)));
            }
            if (settings.server().logsJson()) {
                JsonLog.begin();
            }
            settings.warnings().forEach(LOG::warn);
            unpackInto(settings.storage().data().resolve(DataFolder.SCRATCH));
            App app = App.start(settings, InstantSource.system());
            running.set(app);
            RestingHeap.begin();
            System.out.println("cms is ready at " + app.publicUrl());
            System.out.flush();
        } catch (Failure refused) {
            System.err.println(refused.message());
            Runtime.getRuntime().halt(refused.retryAfter().isPresent() ? EXIT_LATER : EXIT_REFUSED);
        } catch (RuntimeException | Error broken) {
            LOG.error("The service could not start.", broken);
            Runtime.getRuntime().halt(EXIT_BROKEN);
        }
    }

    /** To be said before the first virtual thread; a setting of the launcher goes before. */
    private static void shareProcessors() {
        if (System.getProperty(PARALLELISM) == null) {
            System.setProperty(PARALLELISM, Integer.toString(CARRIERS));
        }
    }

    /** Libraries unpack their native parts at each start; what a kill leaves of them must not fill the disk of all. */
    private static void unpackInto(Path scratch) {
        System.setProperty("java.io.tmpdir", scratch.toAbsolutePath().toString());
        System.setProperty("org.sqlite.tmpdir", scratch.toAbsolutePath().toString());
    }

    /** What a command finds it says itself; what libraries log of a damaged file is a page of their insides each time. */
    private static void sayOnlySentences() {
        if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof ch.qos.logback.classic.Logger root) {
            root.setLevel(Level.OFF);
            root.getLoggerContext().getLogger("cms").setLevel(Level.OFF);
        }
    }

    private static int login(Settings settings, List<String> arguments) {
        try (OutgoingHttp net = PlatformServices.net(settings)) {
            return new Login(net.toSettings(), Map.of(), System.out, System.err).run(arguments);
        }
    }

    private static Commands commands(Settings settings) {
        StorageSettings storage = settings.storage();
        Optional<String> server = Optional.ofNullable(storage.databaseUrl()).map(url -> url.reveal());
        SealingMark secret = SealingMark.of(
                Optional.ofNullable(storage.sealing().current()).map(key -> key.reveal()),
                Optional.ofNullable(storage.sealing().previous()).map(key -> key.reveal()));
        InstanceStorage place =
                new InstanceStorage(storage.data(), server, PlatformServices.bucket(settings), Optional.of(secret));
        return new Commands(place, InstantSource.system(), System.out, System.err);
    }

    /**
     * A stop that was asked for is a success: without the halt the process would report the signal. Nothing has been
     * acknowledged before the start ended, and what a start leaves half-done the next one takes up.
     */
    private static void stop(@Nullable App app) {
        int exitCode = 0;
        try {
            if (app != null) {
                app.close();
            }
        } catch (RuntimeException failed) {
            LOG.error("the service did not stop cleanly", failed);
            exitCode = 1;
        }
        Runtime.getRuntime().halt(exitCode);
    }
}
