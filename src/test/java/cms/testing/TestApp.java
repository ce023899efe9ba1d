package cms.testing;

import cms.App;
import cms.platform.http.Route;
import cms.settings.Settings;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The whole service on a free port with a fresh data folder and a clock of the test's own. */
public final class TestApp implements AutoCloseable {
    private static final String ROWS = "CMS_DATABASE_URL";

    /** Settings that leave everything as it is that {@link World#blog} stores. */
    private static final Pattern NOT_STORED =
            Pattern.compile("CMS_(ALLOW_PRIVATE_ADDRESSES|TRUSTED_CERTIFICATES|VIPS_LIBRARY|CLAMAV_ADDRESS"
                    + "|(AI|ANTHROPIC|OPENAI|CHAT|TURNSTILE|FORM|DELIVERY|MEDIA|KEYLESS_MEDIA)_\\w+)");

    private final Path data;
    private final FreePort port;
    private final Map<String, String> environment;
    private final ManualClock clock = ManualClock.quiet();
    private boolean isUsual;
    private @Nullable App app;

    private TestApp(Path data, Map<String, String> environment) {
        this.data = data;
        this.port = new FreePort();
        this.environment = environment;
        environment.put("CMS_DATA", data.toString());
        environment.put("CMS_PORT", Integer.toString(port.number()));
        environment.putIfAbsent("CMS_AI_RETRY_MILLISECONDS", "5");
        Optional.ofNullable(System.getProperty("cms.vips.library"))
                .ifPresent(library -> environment.putIfAbsent("CMS_VIPS_LIBRARY", library));
    }

    private TestApp started() {
        try {
            app();
            return this;
        } catch (RuntimeException refused) {
            port.close();
            throw refused;
        }
    }

    private synchronized App app() {
        App running = app;
        if (running == null) {
            if (!environment.containsKey(ROWS)) {
                Rows.fresh().ifPresent(url -> environment.put(ROWS, url));
            }
            running = App.start(Settings.read(environment, data), clock);
            app = running;
        }
        return running;
    }

    /** A managed enterprise instance, the default; it starts when somebody first turns to it. */
    public static TestApp start() {
        return start(Map.of());
    }

    /** The usual blog, when there is one to copy and nobody has turned to this service yet. */
    synchronized Optional<World> copiedBlog() {
        if (!isUsual
                || app != null
                || !clock.instant().equals(ManualClock.quiet().instant())) {
            return Optional.empty();
        }
        return Templates.blog().map(blog -> {
            delete(data.toFile());
            Templates.copy(blog.data(), data);
            blog.rows().ifPresent(template -> environment.put(ROWS, Rows.copyOf(template)));
            return blog.world().at(this);
        });
    }

    /**
     * The same with some settings. With those that leave the blog as it is, it starts when somebody first turns to it,
     * and what refuses them does so then.
     *
     * @param settings beyond the port and the data folder
     */
    public static TestApp start(Map<String, String> settings) {
        TestApp app = prepared(settings);
        app.isUsual = settings.keySet().stream()
                .allMatch(name -> NOT_STORED.matcher(name).matches());
        return app.isUsual ? app : app.started();
    }

    private static TestApp prepared(Map<String, String> settings) {
        try {
            Map<String, String> environment = new HashMap<>(settings);
            Path data = settings.containsKey("CMS_DATA")
                    ? Path.of(settings.get("CMS_DATA"))
                    : Files.createTempDirectory("cms-test");
            if (!settings.containsKey("CMS_DATA") && !settings.containsKey(ROWS) && !Rows.canBeShared()) {
                Templates.tables(data.resolve(Templates.ROWS));
            }
            return new TestApp(data, environment);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * A second instance on the same rows and objects, with repositories of its own; needs PostgreSQL and, here too, a
     * {@code CMS_SECRET}.
     */
    public TestApp beside() {
        app();
        try {
            Path other = Files.createTempDirectory("cms-test");
            Files.createSymbolicLink(other.resolve("objects"), data.resolve("objects"));
            // As if the folder were shared; nothing of what such tests look at is in its repositories.
            if (Files.exists(data.resolve("instance"))) { // nothing was delivered otherwise
                Files.copy(data.resolve("instance"), other.resolve("instance"));
            }
            return new TestApp(other, new HashMap<>(environment)).started();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Stops and starts again on the same data folder and port. */
    public void restart() {
        restart(() -> {});
    }

    /** The same, with something that happens in between. */
    public void restart(Runnable meanwhile) {
        app().close();
        meanwhile.run();
        synchronized (this) {
            app = null;
            app();
        }
    }

    /** The same with some settings changed; an empty text takes one away. */
    public void restart(Map<String, String> changes) {
        restart(changes, () -> {});
    }

    /** Restarts with other settings; {@code meanwhile} runs while the service is stopped. */
    public void restart(Map<String, String> changes, Runnable meanwhile) {
        changes.forEach((name, value) -> {
            environment.put(name, value);
            environment.remove(name, "");
        });
        restart(meanwhile);
    }

    public URI url() {
        return app().publicUrl();
    }

    /** Where it listens, whatever its public URL says. */
    public URI listening() {
        app();
        return URI.create("http://127.0.0.1:" + port.number());
    }

    public ManualClock clock() {
        return clock;
    }

    /** Moves the clock on, and lets jobs that are due begin. */
    public void advance(Duration by) {
        clock.advance(by);
        app().wake();
    }

    public Path data() {
        app();
        return data;
    }

    /** A connection of one's own to the rows, whichever database they are in. */
    public Connection rows() {
        app();
        try {
            String url = environment.get(ROWS);
            return url == null
                    ? DriverManager.getConnection("jdbc:sqlite:" + data.resolve("cms.db") + "?busy_timeout=5000")
                    : Rows.connect(URI.create(url));
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The URL of the PostgreSQL database that the rows are in; empty for a file. */
    public Optional<String> rowsServer() {
        app();
        return Optional.ofNullable(environment.get(ROWS));
    }

    /** Lets time go by and waits until a job that is due by then has ended. */
    public void advancePast(Duration time, String job) {
        advance(time);
        Instant since = clock().instant().minusSeconds(60);
        String ended = "SELECT COUNT(*) FROM scheduled_tasks WHERE task_name = '" + job + "' AND last_success > "
                + (rowsServer().isPresent() ? "TIMESTAMPTZ '" + since + "'" : Long.toString(since.toEpochMilli()));
        Eventually.eventually(job + " has ended", () -> count(ended) == 1);
    }

    private long count(String sql) {
        try (Connection connection = rows();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The doors of the rooms, for callers that send no request. */
    public App.Doors doors() {
        return app().doors();
    }

    public List<Route> routes() {
        return app().routes().all();
    }

    @Override
    public void close() {
        if (app != null) {
            app.close();
        }
        port.close();
        delete(data.toFile());
    }

    /** As far as it goes: a folder in which somebody is still at work at this moment fails no test. */
    static void delete(File file) {
        File[] below = Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
        if (below != null) {
            for (File one : below) {
                delete(one);
            }
        }
        file.delete();
    }
}
