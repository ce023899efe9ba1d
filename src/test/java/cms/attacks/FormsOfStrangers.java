package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Visitors without an account send a form whose pattern searches long, forms that are not there, and what is no JSON.
 */
final class FormsOfStrangers implements Attack {
    private static final int AT_ONCE = 8;
    private static final int EACH = 40;
    private static final int RATE = 600;
    private static final List<Integer> ANSWERS = List.of(200, 400, 413, 429, 503);

    private static final byte[] NO_JSON = "[".repeat(60_000).getBytes(StandardCharsets.UTF_8);
    private static final byte[] MANY_PAIRS = "a=b&".repeat(20_000).getBytes(StandardCharsets.UTF_8);

    @Override
    public String name() {
        return "forms of strangers";
    }

    @Override
    public void run(Target target) throws Exception {
        Target.Project project = target.project();
        Path model = project.git().folder().resolve(".cms/models/authors.json");
        JsonNode read = Json.parse(Files.readAllBytes(model));
        ((ObjectNode) read.path("fields")).putObject("bio").put("type", "text").put("pattern", "^(a*)*b$");
        ObjectNode form =
                ((ObjectNode) read).putObject("form").put("enabled", true).put("public", true);
        form.putArray("exposedFields").add("name").add("bio");
        form.putObject("limits").put("rateLimitPerIp", RATE);
        Target.write(model, Json.bytes(read));
        project.git().commit("form");
        project.git().git("push", "--quiet", "origin", "HEAD");

        Http visitor = new Http(target.service().url());
        String forms = "/api/forms/v1/";
        String own = forms + project.p().substring(project.p().lastIndexOf('/') + 1) + "/authors/submit";
        Map<String, Object> lasting = Map.of("data", Map.of("name", "Eve", "bio", "a".repeat(19_000)));
        assertThat(visitor.post(own, lasting).is(200).json().path("success").asBoolean())
                .isFalse();
        List<Callable<Reply>> all = new ArrayList<>();
        for (int number = 0; number < EACH; number++) {
            all.add(() -> visitor.post(own, lasting));
            all.add(() -> visitor.sendBytes("POST", own, "application/json", NO_JSON));
            all.add(() -> visitor.sendBytes("POST", own, "application/x-www-form-urlencoded", MANY_PAIRS));
        }
        Set<String> unknown = new TreeSet<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<Reply> reply : callers.invokeAll(all)) {
                assertThat(reply.get().status()).as(reply.get().text()).isIn(ANSWERS);
            }
        }
        for (String nowhere :
                List.of(forms + UUID.randomUUID() + "/authors/submit", own.replace("/authors/", "/posts/"))) {
            Reply reply = visitor.post(nowhere, lasting);
            unknown.add(reply.status() + " " + reply.text());
        }
        assertThat(unknown)
                .as("what is said of a form that is not public, and of none")
                .hasSize(1);
    }
}
