package cms.agent;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Everything is wrong at once, and then one thing after the other is put right: what is refused first is told first.
 */
class RefusalOrderTest {
    private static final Map<String, String> NO_MODEL =
            Map.of("CMS_ANTHROPIC_API_KEY", "", "CMS_ANTHROPIC_BASE_URL", "https://api.anthropic.com");

    private static final Map<String, String> PAID = Map.of(
            "CMS_BILLING", "stripe",
            "CMS_STRIPE_SECRET_KEY", "sk_test_1",
            "CMS_STRIPE_WEBHOOK_SECRET", "a-secret-of-the-provider",
            "CMS_STRIPE_PRICE_STARTER", "price_starter",
            "CMS_STRIPE_PRICE_PRO", "price_pro");

    private final Chat chat = new Chat();

    /** What is told, and what puts it right. */
    private record Step(int status, String code, Runnable mended) {}

    private String token = "none";
    private String project = "none";
    private Map<String, Object> body = Map.of("context", Map.of("panelState", "elsewhere"));

    @AfterEach
    void stop() {
        chat.close();
    }

    private void lock() {
        chat.execute("INSERT INTO payment_accounts (id, workspace_id, subscription_id, customer_id, status, plan,"
                + " cancel_at_period_end, told_at) VALUES ('a', '" + chat.world.workspaceId()
                + "', 'sub', 'cus', 'unpaid', 'pro', 0, 0)");
    }

    private void unlock() {
        chat.execute("DELETE FROM payment_accounts");
    }

    private void walk(Supplier<Reply> ask, List<Step> steps) {
        for (Step step : steps) {
            Reply reply = ask.get();
            assertThat(reply.status()).as(reply.text()).isEqualTo(step.status());
            if (!step.code().isEmpty()) {
                assertThat(reply.json().path("code").asString("")).isEqualTo(step.code());
            }
            step.mended().run();
        }
        assertThat(ask.get().status()).isEqualTo(200);
    }

    @Test
    void aChatIsRefusedInTheOrderOfTheContract() {
        Map<String, String> model =
                Map.of("CMS_ANTHROPIC_API_KEY", "test-key-of-the-service", "CMS_ANTHROPIC_BASE_URL", chat.models.url());
        chat.models.says("Hello.");
        String conversation = Chat.conversation(chat.ask(chat.world.ada(), "Hi"));
        Map<String, String> broken = new HashMap<>(NO_MODEL);
        broken.putAll(PAID);
        broken.put("CMS_CHAT_RATE_PER_MINUTE", "1");
        chat.app.restart(broken);
        chat.plan("free");
        spent();
        lock();
        Map<String, Object> right = Chat.body("Hi", "conversationId", conversation);
        walk(
                () -> new Http(chat.app.url())
                        .bearer(token)
                        .post("/api/workspaces/" + chat.world.workspaceId() + "/projects/" + project + "/chat", body),
                List.of(
                        new Step(401, "", () -> token = token()),
                        new Step(402, "", this::unlock),
                        new Step(404, "", () -> project = chat.world.projectId()),
                        new Step(403, "ai.not_in_plan", () -> chat.execute("UPDATE workspaces SET plan = 'starter'")),
                        new Step(400, "", () -> {}),
                        new Step(429, "", () -> chat.app.restart(Map.of("CMS_CHAT_RATE_PER_MINUTE", "100"))),
                        new Step(400, "", () -> body = right),
                        new Step(400, "ai.not_configured", () -> {
                            chat.app.restart(model);
                            chat.models.says("Once.");
                            chat.execute("UPDATE usage_months SET used = 0");
                            ask(Chat.body("Hi"), 200);
                            spent();
                            busy(conversation, "'turn'");
                        }),
                        new Step(409, "conversation.busy", () -> busy(conversation, "NULL")),
                        new Step(429, "usage.spent", () -> {
                            chat.execute("UPDATE usage_months SET used = 0");
                            chat.models.says("At last.");
                        })));
    }

    private void ask(Map<String, Object> message, int status) {
        chat.world.ada().http().post(chat.path("/chat"), message).is(status);
    }

    private void spent() {
        chat.execute("UPDATE usage_months SET used = 100000000");
    }

    private void busy(String conversation, String turn) {
        chat.execute("UPDATE agent_conversations SET running_turn = " + turn + " WHERE id = '" + conversation + "'");
    }

    private String token() {
        return Person.signIn(chat.app.url(), "ada@example.com").token();
    }

    @Test
    void aProgramIsRefusedInTheOrderOfTheContract() {
        Map<String, String> model =
                Map.of("CMS_ANTHROPIC_API_KEY", "test-key-of-the-service", "CMS_ANTHROPIC_BASE_URL", chat.models.url());
        JsonNode key = chat.world
                .ada()
                .http()
                .post(chat.path("/conversation-keys"), Map.of("name", "robot", "rateLimitPerMinute", 1))
                .is(200)
                .json();
        String secret = key.get("key").asString();
        chat.models.says("Hello.");
        String conversation = message(secret, chat.world.projectId(), Map.of("message", "Hi"))
                .is(200)
                .json()
                .get("conversationId")
                .asString();
        Map<String, String> broken = new HashMap<>(NO_MODEL);
        broken.putAll(PAID);
        chat.app.restart(broken);
        chat.plan("free");
        spent();
        lock();
        body = Map.of("context", "en");
        Map<String, Object> right = Map.of("message", "Hi", "conversationId", conversation);
        walk(
                () -> message(token, project, body),
                List.of(
                        new Step(401, "", () -> token = secret),
                        new Step(403, "", () -> project = chat.world.projectId()),
                        new Step(402, "", this::unlock),
                        new Step(403, "", () -> chat.execute("UPDATE workspaces SET plan = 'pro'")),
                        new Step(400, "", () -> {}),
                        new Step(
                                429,
                                "",
                                () -> chat.world
                                        .ada()
                                        .http()
                                        .patch(
                                                chat.path("/conversation-keys/"
                                                        + key.get("id").asString()),
                                                Map.of("rateLimitPerMinute", 600))
                                        .is(200)),
                        new Step(400, "", () -> body = right),
                        new Step(400, "ai.not_configured", () -> {
                            chat.app.restart(model);
                            chat.models.says("Once.");
                            chat.execute("UPDATE usage_months SET used = 0");
                            eventually(
                                    "the minute is over",
                                    () -> message(secret, project, Map.of("message", "Hi"))
                                                    .status()
                                            == 200);
                            spent();
                            busy(conversation, "'turn'");
                        }),
                        new Step(409, "conversation.busy", () -> busy(conversation, "NULL")),
                        new Step(429, "usage.spent", () -> {
                            chat.execute("UPDATE usage_months SET used = 0");
                            chat.models.says("At last.");
                        })));
    }

    private Reply message(String secret, String projectId, Map<String, Object> message) {
        return new Http(chat.app.url()).bearer(secret).post("/api/conversation/v1/" + projectId + "/message", message);
    }
}
