package cms.forms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turnstile, judged by a strict {@code siteverify}: whatever is not a clear yes is a no (reference 8). */
@Tag("rows")
class CaptchaTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile String answers = "";
    private volatile Runnable meanwhile = () -> {};
    private HttpServer siteverify;
    private TestApp app;
    private World world;
    private String base;

    @BeforeEach
    void start() throws IOException {
        siteverify = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        siteverify.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        siteverify.createContext("/turnstile/v0/siteverify", this::verify);
        siteverify.start();
        app = TestApp.start(Map.of(
                "CMS_FORM_RATE_PER_MINUTE",
                "600",
                "CMS_TURNSTILE_SECRET",
                "1x0000000000000000000000000000000AA",
                "CMS_TURNSTILE_SITE_KEY",
                "1x00000000000000000000AA",
                "CMS_TURNSTILE_VERIFY_URL",
                "http://127.0.0.1:" + siteverify.getAddress().getPort() + "/turnstile/v0/siteverify"));
        world = World.blog(app);
        base = "/api/forms/v1/" + world.projectId() + "/authors";
        Map<String, Object> form = Map.of(
                "enabled", true, "public", true, "exposedFields", List.of("name", "email"), "captcha", "turnstile");
        world.ada()
                .http()
                .patch(world.p() + "/models/authors", Map.of("form", form))
                .is(200);
    }

    @AfterEach
    void stop() {
        over.countDown();
        siteverify.stop(0);
        app.close();
    }

    @Test
    void onlyAClearYesLetsASubmissionIn() {
        JsonNode config = new Http(app.url()).get(base + "/config").is(200).json();
        assertThat(config.get("captcha").asString()).isEqualTo("turnstile");
        assertThat(config.get("captchaSiteKey").asString()).isEqualTo("1x00000000000000000000AA");

        Map<String, Object> none = Map.of("data", Map.of("name", "n", "email", "e@example.org"));
        assertThat(isIn(new Http(app.url()).post(base + "/submit", none).is(200).json()))
                .isFalse();
        assertThat(submit("x".repeat(2_049))).isFalse();
        assertThat(asked).as("nobody is asked about what is no token").hasValue(0);
        for (String no : List.of(
                "200 {\"success\":false,\"error-codes\":[\"timeout-or-duplicate\"]}",
                "200 {\"success\":\"yes\"}",
                "200 {}",
                "200 <html>",
                "200 ",
                "500 {\"success\":true}",
                "302 {\"success\":true}",
                "reset")) {
            answers = no;
            assertThat(submit("token")).as(no).isFalse();
        }
        answers = "200 {\"success\":true}";
        assertThat(submit("token")).isTrue();
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/forms/authors/submissions")
                        .is(200)
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(1);
    }

    @Tag("slow-host")
    @Test
    void aProviderThatDoesNotAnswerIsANoAfterFiveSeconds() {
        answers = "hang";
        assertThat(submit("token")).isFalse();
    }

    @Test
    void aRepeatWithTheSameKeyIsNotAskedAgainBecauseATokenIsGoodForOneUse() {
        answers = "200 {\"success\":true}";
        Http keyed = new Http(app.url()).with("Idempotency-Key", "once");
        assertThat(isIn(keyed.post(base + "/submit", body("token")).is(200).json()))
                .isTrue();
        answers = "200 {\"success\":false,\"error-codes\":[\"timeout-or-duplicate\"]}";
        assertThat(isIn(keyed.post(base + "/submit", body("token")).is(200).json()))
                .isTrue();
        assertThat(asked).hasValue(1);
    }

    /** Before, the visitor was thanked, and the submission was stored for ever where nobody could see or delete it. */
    @Test
    void nothingIsStoredForAProjectThatIsDeletedMeanwhile() {
        answers = "200 {\"success\":true}";
        meanwhile = () -> world.ada().http().delete(world.p()).is(200);
        new Http(app.url()).post(base + "/submit", body("token")).is(404);
        assertThat(stored()).isZero();
    }

    @Test
    void nothingIsStoredUnderTheIdThatAModelHadBefore() {
        answers = "200 {\"success\":true}";
        meanwhile = () -> {
            Http ada = world.ada().http();
            ObjectNode model = (ObjectNode)
                    ada.get(world.p() + "/models/authors").is(200).json().get("model");
            ada.put(world.p() + "/models/authors", model.put("newId", "writers"))
                    .is(200);
        };
        new Http(app.url()).post(base + "/submit", body("token")).is(404);
        assertThat(stored()).isZero();
    }

    private long stored() {
        return app.doors()
                .rows()
                .read(tx -> tx.query("SELECT COUNT(*) FROM form_submissions")
                        .mapTo(Long.class)
                        .one());
    }

    private boolean submit(String token) {
        JsonNode answer =
                new Http(app.url()).post(base + "/submit", body(token)).is(200).json();
        if (!isIn(answer)) {
            assertThat(answer.at("/errors/0/field").asString()).isEqualTo("captcha");
        }
        return isIn(answer);
    }

    private static boolean isIn(JsonNode answer) {
        return answer.get("success").asBoolean();
    }

    private static Map<String, Object> body(String token) {
        return Map.of("data", Map.of("name", "n", "email", "e@example.org"), "captchaToken", token);
    }

    private void verify(HttpExchange exchange) throws IOException {
        asked.incrementAndGet();
        meanwhile.run();
        Map<String, String> form = new LinkedHashMap<>();
        for (String pair : new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).split("&")) {
            form.put(pair.split("=", 2)[0], URLDecoder.decode(pair.split("=", 2)[1], StandardCharsets.UTF_8));
        }
        boolean isStrict = exchange.getRequestMethod().equals("POST")
                && form.keySet().stream().allMatch(List.of("secret", "response", "remoteip")::contains)
                && form.get("secret").equals("1x0000000000000000000000000000000AA")
                && form.get("response").equals("token");
        String answer = isStrict ? answers : "400 {\"success\":false,\"error-codes\":[\"bad-request\"]}";
        if (answer.equals("hang")) {
            await();
        } else if (!answer.equals("reset")) {
            byte[] bytes = answer.substring(4).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("Location", "/turnstile/v0/siteverify");
            exchange.sendResponseHeaders(
                    Integer.parseInt(answer.substring(0, 3)), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
