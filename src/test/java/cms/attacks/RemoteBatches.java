package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A key of remote tools that sends bodies of many values, and batches of as many calls as one may hold. */
final class RemoteBatches implements Attack {
    private static final int BODY_BYTES = 4_000_000;
    private static final int MESSAGES = 20;
    private static final int AT_ONCE = 4;
    private static final int BATCHES = 12;
    private static final int ENTRIES = 300;
    private static final int CHARS = 19_000;

    @Override
    public String name() {
        return "batches of remote tools";
    }

    @Override
    public boolean isBesideOthers() {
        return true;
    }

    @Override
    public void run(Target target) throws Exception {
        Target.Project project = target.project();
        String id = project.p().substring(project.p().lastIndexOf('/') + 1);
        JsonNode key = target.eve()
                .http()
                .post(
                        "/api/workspaces/" + target.eve().primaryWorkspace() + "/mcp-cloud-keys",
                        Map.of("projectId", id, "name", "attack", "rateLimitPerMinute", 600))
                .is(200)
                .json();
        Http tools = new Http(target.service().url()).bearer(key.path("key").asString());
        String path = "/api/mcp/v1/" + id + "/mcp";
        List<Callable<Reply>> all = new ArrayList<>();
        Texts.json().values().forEach(piece -> {
            byte[] body = Texts.repeated("[", piece, "0]", BODY_BYTES);
            for (int i = 0; i < AT_ONCE; i++) {
                all.add(() -> tools.sendBytes("POST", path, "application/json", body));
            }
        });
        for (int i = 0; i < BATCHES; i++) {
            all.add(() -> tools.post(path, validations()));
        }
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> reply : callers.invokeAll(all)) {
                assertThat(reply.get().status()).isIn(200, 400, 413, 429, 503);
            }
        }
        validate(project, tools, path);
    }

    /** Validates entries whose pattern is never decided, which computes for as long as one call may. */
    private static void validate(Target.Project project, Http tools, String path) throws Exception {
        ObjectNode entries = Json.object();
        for (int i = 0; i < ENTRIES; i++) {
            entries.putObject("abcdef" + (100_000 + i)).put("name", "x").put("bio", "a".repeat(CHARS));
        }
        Path folder = project.git().folder();
        Path model = folder.resolve(".cms/models/authors.json");
        JsonNode read = Json.parse(Files.readAllBytes(model));
        ((ObjectNode) read.path("fields")).putObject("bio").put("type", "text").put("pattern", "^(a*)*\\1$b");
        Target.write(model, Json.bytes(read));
        Target.write(folder.resolve(".cms/content/blog/authors/data.json"), Json.bytes(entries));
        project.git().commit("pattern");
        project.git().git("push", "--quiet", "origin", "HEAD");
        ObjectNode call = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
        ObjectNode params = call.putObject("params").put("name", "cms_validate");
        params.putObject("arguments").put("model", "authors");
        params.putObject("_meta").put("progressToken", "p");
        Http streaming = tools.with("Accept", "application/json, text/event-stream");
        try (Events events = streaming.events("POST", path, call)) {
            assertThat(events.rest().getLast().toString()).contains("too large to be checked completely");
        }
    }

    private static ArrayNode validations() {
        ArrayNode batch = Json.object().putArray("batch");
        for (int i = 0; i < MESSAGES; i++) {
            batch.addObject()
                    .put("jsonrpc", "2.0")
                    .put("id", i)
                    .put("method", "tools/call")
                    .putObject("params")
                    .put("name", "cms_validate")
                    .putObject("arguments");
        }
        return batch;
    }
}
