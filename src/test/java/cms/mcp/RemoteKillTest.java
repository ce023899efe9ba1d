package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Saves by remote tools that kill -9 cut off: the repeat finds the one commit, or makes it. */
class RemoteKillTest {
    private static final int CALLERS = 4;
    private static final int ANSWERED_BEFORE_THE_KILL = 16;

    @TempDir
    private Path data;

    private String p;
    private String projectId;
    private String key;

    @Test
    void aSaveThatAKillCutOffIsRepeatedIntoOneCommit() throws Exception {
        List<String> sent;
        List<String> cutOff;
        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String workspaceId = ada.primaryWorkspace();
            projectId = World.connect(ada, workspaceId, "starters/blog", "blog");
            p = "/api/workspaces/" + workspaceId + "/projects/" + projectId;
            key = ada.http()
                    .post(
                            "/api/workspaces/" + workspaceId + "/mcp-cloud-keys",
                            Map.of("projectId", projectId, "name", "killed", "rateLimitPerMinute", 600))
                    .is(200)
                    .json()
                    .path("key")
                    .asString();
            sent = new ArrayList<>();
            cutOff = saveUntilKilled(service, sent);
        }
        assertThat(cutOff).hasSize(CALLERS);

        try (ServiceProcess service = ServiceProcess.start(data, Map.of())) {
            McpClient tools = client(service);
            for (String title : cutOff) {
                JsonNode first = save(tools, title);
                assertThat(save(tools, title)).isEqualTo(first);
            }
            JsonNode found = tools.done(
                    "cms_content_list",
                    Map.of("model", "posts", "search", "killed", "limit", 100, "fields", List.of("title")));
            List<String> titles = new ArrayList<>();
            found.path("data")
                    .forEach(entry -> titles.add(entry.at("/data/title").asString()));
            assertThat(titles).containsExactlyInAnyOrderElementsOf(new HashSet<>(sent));
            Person ada = Person.signIn(service.url(), "ada@example.com");
            assertThat(ada.http()
                            .get(p + "/activity?action=cms_content_save")
                            .is(200)
                            .json()
                            .path("total")
                            .asInt())
                    .as("commits")
                    .isEqualTo(sent.size());
            service.stop();
        }
    }

    private List<String> saveUntilKilled(ServiceProcess service, List<String> sent) throws Exception {
        CountDownLatch answered = new CountDownLatch(ANSWERED_BEFORE_THE_KILL);
        List<String> cutOff = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<String>>> all = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                String name = "killed " + caller;
                all.add(callers.submit(() -> saveUntilCutOff(client(service), name, answered)));
            }
            answered.await();
            service.kill();
            for (Future<List<String>> one : all) {
                List<String> titles = one.get();
                sent.addAll(titles);
                cutOff.add(titles.getLast());
            }
        }
        return cutOff;
    }

    /** The titles in their order; the last one got no answer. */
    private static List<String> saveUntilCutOff(McpClient tools, String name, CountDownLatch answered) {
        List<String> titles = new ArrayList<>();
        while (true) {
            String title = name + " " + titles.size();
            titles.add(title);
            try {
                save(tools, title);
                answered.countDown();
            } catch (UncheckedIOException killed) {
                return titles;
            }
        }
    }

    private static JsonNode save(McpClient tools, String title) {
        return tools.done(
                "cms_content_save",
                Map.of(
                        "model",
                        "posts",
                        "idempotency_key",
                        title,
                        "entries",
                        List.of(Map.of("data", Map.of("title", title)))));
    }

    private McpClient client(ServiceProcess service) {
        return new McpClient(new Http(service.url()).bearer(key), projectId);
    }
}
