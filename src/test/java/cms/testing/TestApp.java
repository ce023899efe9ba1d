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
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The whole service on a free port with a fresh data folder and a clock of the test's own. */
public final class TestApp implements AutoCloseable {
    private final Path data;
    private final FreePort port;
    private final Map<String, String> environment;
    private final ManualClock clock = ManualClock.quiet();
    private App app;

    private TestApp(Path data, Map<String, String> environment) {
        this.data = data;
        this.port = new FreePort();
        this.environment = environment;
        environment.put("CMS_DATA", data.toString());
        environment.put("CMS_PORT", Integer.toString(port.number()));
        try {
            this.app = App.start(Settings.read(environment, data), clock);
        } catch (RuntimeException refused) {
            port.close();
            throw refused;
        }
    }

    /** A managed enterprise instance, the default. */
    public static TestApp start() {
        return start(Map.of());
    }

    /** @param settings beyond the port and the data folder */
    public static TestApp start(Map<String, String> settings) {
        try {
            Map<String, String> environment = new HashMap<>(settings);
            Path data = settings.containsKey("CMS_DATA")
                    ? Path.of(settings.get("CMS_DATA"))
                    : Files.createTempDirectory("cms-test");
            Rows.fresh().ifPresent(url -> environment.putIfAbsent("CMS_DATABASE_URL", url));
            return new TestApp(data, environment);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * A second instance on the same rows and objects, with repositories of its own; needs PostgreSQL and, here too,
     * a {@code CMS_SECRET}.
     */
    public TestApp beside() {
        try {
            Path other = Files.createTempDirectory("cms-test");
            Files.createSymbolicLink(other.resolve("objects"), data.resolve("objects"));
            // As if the folder were shared; nothing of what such tests look at is in its repositories.
            if (Files.exists(data.resolve("instance"))) { // nothing was delivered otherwise
                Files.copy(data.resolve("instance"), other.resolve("instance"));
            }
            return new TestApp(other, new HashMap<>(environment));
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
        app.close();
        meanwhile.run();
        app = App.start(Settings.read(environment, data), clock);
    }

    /** The same with some settings changed; an empty text takes one away. */
    public void restart(Map<String, String> changes) {
        changes.forEach((name, value) -> {
            environment.put(name, value);
            environment.remove(name, "");
        });
        restart();
    }

    public URI url() {
        return app.publicUrl();
    }

    /** Where it listens, whatever its public URL says. */
    public URI listening() {
        return URI.create("http://127.0.0.1:" + port.number());
    }

    public ManualClock clock() {
        return clock;
    }

    /** Moves the clock on, and lets jobs that are due begin. */
    public void advance(Duration by) {
        clock.advance(by);
        app.wake();
    }

    public Path data() {
        return data;
    }

    /** A connection of one's own to the rows, whichever database they are in. */
    public Connection rows() {
        try {
            String url = environment.get("CMS_DATABASE_URL");
            return url == null
                    ? DriverManager.getConnection("jdbc:sqlite:" + data.resolve("cms.db") + "?busy_timeout=5000")
                    : Rows.connect(URI.create(url));
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The URL of the PostgreSQL database that the rows are in; empty for a file. */
    public Optional<String> rowsServer() {
        return Optional.ofNullable(environment.get("CMS_DATABASE_URL"));
    }

    /** The doors of the rooms, for callers that send no request. */
    public App.Doors doors() {
        return app.doors();
    }

    public List<Route> routes() {
        return app.routes().all();
    }

    @Override
    public void close() {
        app.close();
        port.close();
        delete(data.toFile());
    }

    /** As far as it goes: a folder in which somebody is still at work at this moment fails no test. */
    private static void delete(File file) {
        File[] below = Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
        if (below != null) {
            for (File one : below) {
                delete(one);
            }
        }
        file.delete();
    }
}
