package cms.testing;

import static cms.testing.Eventually.eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A real S3-compatible server, S3Proxy, as a process that can be stopped, killed and brought back. */
public final class ObjectStore implements AutoCloseable {
    private static final String BUCKET = "objects";

    private final Path folder;
    private final FreePort port = new FreePort();
    private @Nullable Process process;

    /** @param folder keeps the objects over restarts */
    public ObjectStore(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve("data").resolve(BUCKET));
        Files.writeString(folder.resolve("s3proxy.conf"), """
                s3proxy.endpoint=http://127.0.0.1:%d
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=the-key
                s3proxy.credential=the-secret
                jclouds.provider=filesystem-nio2
                jclouds.identity=x
                jclouds.credential=x
                jclouds.filesystem.basedir=%s
                """.formatted(port.number(), folder.resolve("data")));
        start();
    }

    /** The settings of a service that keeps its objects here. */
    public Map<String, String> settings() {
        return Map.of(
                "CMS_S3_ENDPOINT",
                endpoint().toString(),
                "CMS_S3_BUCKET",
                BUCKET,
                "CMS_S3_KEY",
                "the-key",
                "CMS_S3_SECRET",
                "the-secret");
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port.number());
    }

    public String bucket() {
        return BUCKET;
    }

    public void start() {
        String libraries = System.getProperty("cms.s3proxy");
        if (libraries == null) {
            throw new IllegalStateException(
                    "-Dcms.s3proxy must name the folder with the jars of S3Proxy; .ci/s3 does.");
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(List.of(
                java,
                "-Xmx256m",
                "-DLOG_LEVEL=warn",
                "-cp",
                libraries + "/*",
                "org.gaul.s3proxy.Main",
                "--properties",
                folder.resolve("s3proxy.conf").toString()));
        builder.redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        try {
            process = builder.start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        for (int tries = 1; tries <= 3 && !answers(); tries++) {
            if (tries == 3) {
                eventually("the store answers", this::answers);
            } else {
                tryToSeeIt();
            }
        }
    }

    /** It holds its connections and says nothing more: SIGSTOP. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    /** kill -9. */
    public void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            try {
                running.waitFor(); // the next one listens at the same port
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            process = null;
        }
    }

    @Override
    public void close() {
        kill();
        port.close();
    }

    private void tryToSeeIt() {
        try {
            eventually("the store answers", this::answers);
        } catch (AssertionError slow) {
            // A busy machine may need more than ten seconds to start it.
        }
    }

    private boolean answers() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) endpoint().toURL().openConnection();
            connection.setConnectTimeout(500);
            connection.setReadTimeout(2_000);
            return connection.getResponseCode() > 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    private void signal(String name) {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException("The store does not run.");
        }
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(running.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
