package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links to servers that let everybody wait keep nobody from reading. */
@Timeout(120)
class SlowLinksTest {
    private static final int LINKS = 3;
    private static final String FORM = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\nHello\r\n--b--\r\n";

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final Semaphore asked = new Semaphore(0);

    /** Shown to fail where a place to read is held while a server is waited for: there are two. */
    @Test
    void aFileIsReadWhileTheServersOfLinksKeepTheirsWaiting() throws Exception {
        HttpServer slow = slow();
        String address = "127.0.0.1:" + slow.getAddress().getPort();
        try (TestApp app = TestApp.start(Map.of("CMS_ALLOW_PRIVATE_ADDRESSES", address));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            World world = World.blog(app);
            String path = world.p() + "/attachments";
            List<Future<Reply>> waiting = new ArrayList<>();
            for (int link = 0; link < LINKS; link++) {
                waiting.add(callers.submit(
                        () -> world.bo().http().post(path, Map.of("url", "http://" + address + "/slow"))));
            }
            assertThat(asked.tryAcquire(LINKS, 30, TimeUnit.SECONDS)).isTrue();
            Reply read = world.dee()
                    .http()
                    .sendBytes("POST", path, "multipart/form-data; boundary=b", FORM.getBytes(StandardCharsets.UTF_8))
                    .is(200);
            assertThat(read.json().at("/attachments/0/kind").asString()).isEqualTo("text");
            mayEnd.countDown();
            for (Future<Reply> one : waiting) {
                assertThat(one.get().is(200).json().at("/attachments/0/blocks").toString())
                        .contains("at last");
            }
        } finally {
            mayEnd.countDown();
            slow.stop(0);
        }
    }

    private HttpServer slow() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/slow", exchange -> {
            asked.release();
            try {
                mayEnd.await();
            } catch (InterruptedException stopped) {
                throw new IOException(stopped);
            }
            byte[] body = "at last".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }
}
