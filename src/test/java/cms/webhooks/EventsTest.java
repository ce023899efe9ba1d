package cms.webhooks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.Documents;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.OpenApiAnswers;
import cms.testing.Receiver;
import cms.testing.Receiver.Heard;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import cms.webhooks.endpoint.EventKind;
import com.standardwebhooks.Webhook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each event that there is, as a receiver hears it, against what {@code openapi.yaml} promises and against the library
 * of Standard Webhooks. What was heard is left in {@code target/webhooks} for the library of another language
 * (.ci/webhooks).
 */
@Tag("rows")
@Timeout(240)
class EventsTest {
    /** The smallest GIF: one transparent pixel. */
    private static final byte[] PIXEL = HexFormat.of()
            .parseHex("47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b");

    private static final Path RECORDED = Path.of("target", "webhooks");

    @TempDir
    private Path folder;

    @Test
    void eachEventIsWhatTheFileSaysAndSignedInBothWays() throws Exception {
        Authority authority = new Authority(folder, "company");
        try (Receiver receiver = new Receiver(authority.server("ip:127.0.0.1"));
                TestApp app = TestApp.start(Map.of(
                        "CMS_TRUSTED_CERTIFICATES",
                        authority.pem().toString(),
                        "CMS_ALLOW_PRIVATE_ADDRESSES",
                        receiver.address()))) {
            app.clock()
                    .advance(Duration.between(app.clock().instant(), Instant.now())); // the verifier has its own clock
            World world = World.blog(app);
            Http ada = world.ada().http();
            Set<String> subscribed = kinds();
            subscribed.remove(EventKind.TEST.wireName());
            JsonNode hook = ada.post(
                            world.p() + "/webhooks",
                            Map.of("name", "all", "url", receiver.url("/"), "events", subscribed))
                    .is(200)
                    .json();
            String assetId = makeEachHappen(world, new Http(app.url()));
            ada.post(world.p() + "/webhooks/" + hook.get("id").asString() + "/test")
                    .is(200);
            eventually("each event is heard", app, () -> names(receiver.heard()).equals(kinds()));
            List<Heard> heard = receiver.heard();
            check(heard, hook.get("secret").asString());
            isAsDocumented(heard.getFirst());
            JsonNode uploaded = data(heard, "media.uploaded");
            assertThat(uploaded.propertyNames()).containsExactly("assetId", "filename", "contentType", "size", "path");
            assertThat(uploaded.get("assetId").asString()).isEqualTo(assetId);
            assertThat(uploaded.get("filename").asString()).isEqualTo("pixel.gif");
            JsonNode asset = ada.get(world.p() + "/media/" + assetId).is(200).json();
            assertThat(uploaded.get("path")).isEqualTo(asset.get("originalPath"));
            assertThat(uploaded.get("contentType")).isEqualTo(asset.get("contentType"));
            assertThat(ada.get("/api/workspaces/" + world.workspaceId() + "/usage")
                            .is(200)
                            .json()
                            .at("/categories/3/key")
                            .asString())
                    .isEqualTo("media_storage");
            for (String kind : List.of("branch.merged", "branch.rejected")) {
                assertThat(data(heard, kind).at("/models/0").asString()).isEqualTo("authors");
                assertThat(data(heard, kind).get("models")).hasSize(1);
            }
            record(heard, hook.get("secret").asString());
        }
    }

    @Test
    void theFileNamesTheEventsThatThereAre() {
        assertThat(OpenApiAnswers.events()).isEqualTo(kinds());
    }

    /**
     * The request that docs/webhooks.md shows has the headers and the members that were sent, and no others of ours.
     */
    private static void isAsDocumented(Heard heard) {
        String[] documented = Documents.block("docs/webhooks.md", "text", 1).split("\n\n", 2);
        Set<String> shown = documented[0]
                .lines()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> sent = heard.headers().map().keySet().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> name.startsWith("webhook-") || name.startsWith("x-cms-") || name.equals("content-type"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(sent).isEqualTo(shown);
        JsonNode body = Json.parse(documented[1].replace("{…}", "{}"));
        assertThat(Json.parse(heard.body()).propertyNames()).containsExactlyElementsOf(body.propertyNames());
    }

    private static Set<String> kinds() {
        return Arrays.stream(EventKind.values())
                .map(EventKind::wireName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names(List<Heard> heard) {
        return heard.stream().map(one -> one.header("X-Cms-Event")).collect(Collectors.toCollection(TreeSet::new));
    }

    private static JsonNode data(List<Heard> heard, String event) {
        return heard.stream()
                .map(one -> Json.parse(one.body()))
                .filter(one -> one.get("event").asString().equals(event))
                .findFirst()
                .orElseThrow()
                .get("data");
    }

    private static void check(List<Heard> heard, String secret) throws Exception {
        Webhook verifier = new Webhook(secret);
        for (Heard one : heard) {
            JsonNode body = Json.parse(one.body());
            String event = body.get("event").asString();
            assertThat(OpenApiAnswers.webhookFaults(event, body)).as(one.body()).isEmpty();
            OpenApiAnswers.webhookHeaders(event)
                    .forEach((name, always) ->
                            assertThat(one.header(name).isEmpty()).as(name).isNotEqualTo(always));
            assertThatCode(() -> verifier.verify(one.body(), one.headers())).doesNotThrowAnyException();
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(java.nio.charset.StandardCharsets.UTF_8), "HmacSHA256"));
            assertThat(one.header("X-Cms-Signature"))
                    .isEqualTo(HexFormat.of()
                            .formatHex(mac.doFinal(one.body().getBytes(java.nio.charset.StandardCharsets.UTF_8))));
        }
    }

    /** @return the id of the asset */
    private static String makeEachHappen(World world, Http visitor) {
        Http ada = world.ada().http();
        String p = world.p();
        ada.patch(
                        p + "/models/authors",
                        Map.of("form", Map.of("enabled", true, "public", true, "exposedFields", List.of("name"))))
                .is(200);
        ada.post(p + "/content/authors", entry("e1e1e1e1e1e1")).is(200);
        ada.send("DELETE", p + "/content/authors", Map.of("entryIds", List.of("e1e1e1e1e1e1")))
                .is(200);
        Website.of(world);
        String id = Form.of("pixel.gif", PIXEL)
                .post(ada, p + "/media")
                .is(201)
                .json()
                .get("id")
                .asString();
        visitor.post("/api/forms/v1/" + world.projectId() + "/authors/submit", Map.of("data", Map.of("name", "Eve")))
                .is(200);
        ada.patch(p + "/config", Map.of("workflow", "review")).is(200);
        for (String decision : List.of("merge", "reject")) {
            String branch = ada.post(
                            p + "/content/authors", entry(decision.equals("merge") ? "e2e2e2e2e2e2" : "e3e3e3e3e3e3"))
                    .is(200)
                    .json()
                    .get("branch")
                    .asString();
            ada.post(p + "/branches/" + branch.replace("/", "%2F") + "/" + decision, Map.of())
                    .is(200);
        }
        return id;
    }

    private static Map<String, Object> entry(String id) {
        return Map.of("data", Map.of(id, Map.of("name", "Grüße 👋 \u2028")));
    }

    private static void record(List<Heard> heard, String secret) throws IOException {
        List<ObjectNode> all = new ArrayList<>();
        for (Heard one : heard) {
            ObjectNode recorded = Json.object().put("body", one.body());
            ObjectNode headers = recorded.putObject("headers");
            List.of("webhook-id", "webhook-timestamp", "webhook-signature")
                    .forEach(name -> headers.put(name, one.header(name)));
            all.add(recorded);
        }
        Files.createDirectories(RECORDED);
        ObjectNode json = Json.object().put("secret", secret);
        json.putArray("events").addAll(all);
        Files.writeString(RECORDED.resolve("events.json"), Json.text(json));
    }
}
