package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Saves of many entries whose pattern is never decided, in several projects at once, and snapshots of what is there.
 */
final class SavesThatCompute implements Attack {
    private static final int PROJECTS = 3;
    private static final int ENTRIES = 300;
    private static final int CHARS = 19_000;

    @Override
    public String name() {
        return "saves that compute";
    }

    @Override
    public void run(Target target) throws Exception {
        ObjectNode data = Json.object();
        for (int i = 0; i < ENTRIES; i++) {
            data.putObject("abcdef" + (100_000 + i)).put("name", "x").put("bio", "a".repeat(CHARS));
        }
        ObjectNode body = Json.object();
        body.set("data", data);
        List<Callable<Integer>> all = new ArrayList<>();
        for (int i = 0; i < PROJECTS; i++) {
            Target.Project project = target.project();
            Path model = project.git().folder().resolve(".cms/models/authors.json");
            JsonNode read = Json.parse(Files.readAllBytes(model));
            ((ObjectNode) read.path("fields"))
                    .putObject("bio")
                    .put("type", "text")
                    .put("pattern", "^(a*)*\\1$b");
            Target.write(model, Json.bytes(read));
            project.git().commit("pattern");
            project.git().git("push", "--quiet", "origin", "HEAD");
            all.add(() -> target.eve()
                    .http()
                    .send("POST", project.p() + "/content/authors", body)
                    .status());
            all.add(() -> target.eve().http().get(project.p() + "/brain/sync").status());
        }
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> status : callers.invokeAll(all)) {
                assertThat(status.get()).isLessThan(500 + 4); // 503 says that there is too much to do
            }
        }
    }
}
