package cms.delivery;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.FreePort;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real nginx with its defaults in front of the service; run by {@code .ci/proxy}. */
class BehindNginx {
    private static final String CONFIGURATION = """
        daemon off; worker_processes 1; pid %1$s/nginx.pid; error_log %1$s/error.log; %4$s
        events { }
        http {
          access_log off; client_body_temp_path %1$s/body; proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/fastcgi; uwsgi_temp_path %1$s/uwsgi; scgi_temp_path %1$s/scgi;
          server { listen 127.0.0.1:%2$d; location / { proxy_pass %3$s; } }
        }
        """;

    @TempDir
    Path folder;

    @Test
    void theFirstEventOfEachStreamComesAtOnce() throws Exception {
        try (TestApp app = TestApp.start();
                FreePort port = new FreePort()) {
            World world = World.blog(app);
            Website site = Website.of(world);
            Process nginx = nginx(port.number(), app.url());
            try {
                URI proxy = URI.create("http://127.0.0.1:" + port.number());
                eventually("nginx listens", () -> listens(port.number()));
                try (Events watch = site.http().at(proxy).events("GET", site.root() + "watch", null);
                        Events news = world.bo().at(proxy).http().events("GET", world.p() + "/events", null)) {
                    world.bo().http().post(world.p() + "/content/home", home()).is(200);
                    assertThat(watch.next()).isPresent();
                    assertThat(news.next()).isPresent();
                }
            } finally {
                nginx.destroy();
                nginx.waitFor();
            }
        }
    }

    private static Object home() {
        return Map.of("locale", "en", "data", Map.of("headline", "Through nginx"));
    }

    private Process nginx(int port, URI service) throws IOException {
        String user = System.getProperty("user.name").equals("root") ? "user root;" : "";
        Path configuration = folder.resolve("nginx.conf");
        Files.writeString(configuration, CONFIGURATION.formatted(folder, port, service, user));
        return new ProcessBuilder("nginx", "-p", folder.toString(), "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "nginx.log"))
                .start();
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
