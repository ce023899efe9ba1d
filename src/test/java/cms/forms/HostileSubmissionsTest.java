package cms.forms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * What attackers put into forms: taken apart or refused, never a fault of the service, never script for whoever reads.
 */
@Tag("rows")
@Timeout(240)
class HostileSubmissionsTest {
    private static final Pattern SCRIPT = Pattern.compile(
            "<[a-z/!?]|javascript:|vbscript:|data:text/html|(?<![\\p{L}\\p{N}_])on[a-z]{2,30}\\s*=",
            Pattern.CASE_INSENSITIVE);

    private TestApp app;
    private World world;
    private Http visitor;
    private String submit;
    private String rows;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_FORM_RATE_PER_MINUTE", "100000"));
        world = World.blog(app);
        visitor = new Http(app.url());
        submit = "/api/forms/v1/" + world.projectId() + "/authors/submit";
        rows = world.p() + "/forms/authors/submissions";
        world.ada()
                .http()
                .patch(
                        world.p() + "/models/authors",
                        Map.of(
                                "form",
                                Map.of(
                                        "enabled",
                                        true,
                                        "public",
                                        true,
                                        "exposedFields",
                                        List.of("name", "bio", "active"))))
                .is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void noneOfTheListsLeavesScriptBehindAndTheirPageRunsNone() throws Exception {
        List<String> hostile = new ArrayList<>(Files.readAllLines(Path.of("src/test/resources/hostile/xss.txt")));
        hostile.addAll(List.of(
                "\u0000<script>alert(1)</script>",
                "\ud800",
                "\u202e\u2066<b>x",
                "java\tscript:alert(1)",
                "\r\nSet-Cookie: a=b",
                "=cmd|' /C calc'!A0",
                "{{7*7}}${7*7}<%= 7*7 %>",
                "Z" + "\u0351\u0321".repeat(2_000)));
        int n = 0;
        for (String text : hostile) {
            Reply json = visitor.post(submit, Map.of("data", Map.of("name", "n" + n++, "bio", text)));
            assertThat(json.status()).as(text).isIn(200, 400);
            Reply page = visitor.with("Sec-Fetch-Mode", "navigate")
                    .sendBytes(
                            "POST",
                            submit,
                            "application/x-www-form-urlencoded",
                            ("active=" + encoded(text) + "&" + encoded(text) + "=x&name=&bio=" + encoded(text))
                                    .getBytes(StandardCharsets.UTF_8));
            assertThat(page.status()).as(text).isIn(200, 303, 400);
            assertThat(page.text()).doesNotContainIgnoringCase("<script").doesNotContainIgnoringCase("<img");
            assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
        }
        JsonNode kept = stored();
        assertThat(kept.size()).isGreaterThan(50);
        for (JsonNode row : kept) {
            String bio = row.at("/data/bio").asString("");
            assertThat(SCRIPT.matcher(bio).find()).as(bio).isFalse();
        }
    }

    @Test
    void shapesThatNoFormSendsAreRefusedOrDropped() {
        for (String body : List.of(
                "[]",
                "null",
                "\"x\"",
                "{\"data\":[]}",
                "{\"data\":null}",
                "{\"data\":{\"name\":{\"__proto__\":1}}}",
                "{\"data\":{\"name\":[[[[\"x\"]]]]}}",
                "{\"data\":{\"name\":1e400}}",
                "{\"data\":{\"name\":\"x\",\"bio\":{\"a\":\"<script>\"}}}",
                "{\"data\":" + "{\"name\":".repeat(2_000) + "1" + "}".repeat(2_000) + "}",
                "{\"data\":{\"name\":\"x\"},\"locale\":\"../../etc\"}",
                "{\"data\":{\"name\":\"x\"},\"locale\":7}")) {
            Reply reply = visitor.sendBytes("POST", submit, "application/json", body.getBytes(StandardCharsets.UTF_8));
            boolean told = reply.status() == 400
                    || !Json.parse(reply.is(200).text()).get("success").asBoolean();
            assertThat(told).as(body.substring(0, Math.min(body.length(), 80))).isTrue();
        }
        assertThat(stored()).isEmpty();
        visitor.post(
                        submit,
                        Map.of("data", Map.of("name", "x", "id", "y", "status", "approved", "__proto__", Map.of())))
                .is(200);
        assertThat(stored().get(0).get("data").propertyNames()).containsExactly("name");
        assertThat(stored().get(0).get("status").asString()).isEqualTo("pending");
    }

    private JsonNode stored() {
        return world.ada().http().get(rows + "?limit=100").is(200).json().get("submissions");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
