package cms.githost;

import static org.assertj.core.api.Assertions.assertThat;

import cms.githost.webhook.HostWebhookSignature;
import cms.platform.config.Secret;
import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Every example that the host has published of its webhooks, sent as the host sends it; {@code .ci/githost} has them.
 */
@EnabledIfEnvironmentVariable(named = "NOTICE_EXAMPLES", matches = ".+")
class PublishedWebhooksTest {
    @TempDir
    private Path folder;

    @Test
    void everyPublishedNoticeIsTaken() throws IOException {
        JsonNode all = Json.parse(Files.readAllBytes(Path.of(System.getenv("NOTICE_EXAMPLES"))));
        TreeMap<String, Integer> told = new TreeMap<>();
        try (StandInHost host = StandInHost.in(folder);
                TestApp app = TestApp.start(host.settings())) {
            HostWebhookSignature secret = new HostWebhookSignature(new Secret(StandInHost.WEBHOOK_SECRET));
            for (JsonNode event : all) {
                String name = event.get("name").asString();
                for (JsonNode example : event.get("examples")) {
                    byte[] body = Json.bytes(example);
                    Http sender = new Http(app.url())
                            .with("X-GitHub-Event", name)
                            .with("X-GitHub-Delivery", name + told.size() + body.length);
                    sender.sendBytes("POST", "/api/webhooks/git_host", "application/json", body)
                            .is(401);
                    Reply reply = sender.with("X-Hub-Signature-256", secret.sign(body))
                            .sendBytes("POST", "/api/webhooks/git_host", "application/json", body)
                            .is(200);
                    assertThat(reply.json().get("event").asString()).isEqualTo(name);
                    told.merge(name, 1, Integer::sum);
                }
            }
        }
        assertThat(told).hasSizeGreaterThan(40).containsKeys("push", "installation", "repository", "pull_request");
        System.out.println("published notices taken: "
                + told.values().stream().mapToInt(Integer::intValue).sum() + " of " + told.size() + " events");
    }
}
