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
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** The most that a stop takes, with what it says when that is over: design 2.1 asks for 8 seconds. */
    private static final Duration STOP_MAX = Duration.ofMillis(7_300);

    private static final Duration LAST_WORDS_MAX = Duration.ofMillis(300);

    /** EX_TEMPFAIL of sysexits.h: the cause may pass, so the service is worth another start. */
    private static final int EXIT_LATER = 75;

    /**
     * Number of carrier threads. A computation without pauses keeps the thread that carries its virtual thread. With
     * more carriers than processors the system shares the processors among them, and a few long computations do not
     * block all requests.
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

    /**
     * Sets the number of carrier threads, before the first virtual thread; a setting of the launcher takes precedence.
     */
    private static void shareProcessors() {
        if (System.getProperty(PARALLELISM) == null) {
            System.setProperty(PARALLELISM, Integer.toString(CARRIERS));
        }
    }

    /**
     * Sets the folder into which libraries unpack their native parts at each start, so that files left by killed
     * processes do not fill the shared temporary folder.
     */
    private static void unpackInto(Path scratch) {
        System.setProperty("java.io.tmpdir", scratch.toAbsolutePath().toString());
        System.setProperty("org.sqlite.tmpdir", scratch.toAbsolutePath().toString());
    }

    /**
     * Switches logging off for commands, which print their findings themselves; libraries would log a page for each
     * damaged file.
     */
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
     * Stops the service with exit code 0: without the halt the process would report the signal. Nothing is acknowledged
     * before the start has ended, and an interrupted start is completed by the next one. A stop that takes too long is
     * cut off: what was acknowledged is durable, so this loses no more than a kill does, which is nothing.
     */
    private static void stop(@Nullable App app) {
        AtomicInteger exitCode = new AtomicInteger();
        if (app != null && !within(STOP_MAX, () -> exitCode.set(close(app)))) {
            within(LAST_WORDS_MAX, () -> {
                app.cutOff();
                LOG.warn("the stop took too long and is cut off; what was acknowledged is stored");
            });
        }
        Runtime.getRuntime().halt(exitCode.get());
    }

    private static int close(App app) {
        try {
            app.close();
            return 0;
        } catch (RuntimeException | Error failed) {
            LOG.error("the service did not stop cleanly", failed);
            return EXIT_BROKEN;
        }
    }

    /** Whether work ends in a time; where it does not, it goes on as long as the process does. */
    private static boolean within(Duration time, Runnable work) {
        try {
            return Thread.ofPlatform().daemon().name("stop").start(work).join(time);
        } catch (InterruptedException stopping) {
            return false;
        }
    }
}
