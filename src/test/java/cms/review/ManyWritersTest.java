package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The history as a record of what was answered: 50 writers, 20 rounds each, on the same ten entries.
 *
 * <p>Shown to fail with its defence taken out: with the tip of {@code cms} read before the write queue instead of
 * inside it, saves are refused because the branch has moved.
 */
@Tag("large")
class ManyWritersTest {
    private static final int WRITERS = 50;
    private static final int ROUNDS = 20;
    private static final int ENTRIES = 10;

    @TempDir
    private Path folder;

    @Test
    void eachAnsweredSaveIsInTheHistoryExactlyOnce() throws Exception {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            List<Future<List<String>>> answered = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int writer = 0; writer < WRITERS; writer++) {
                    int me = writer;
                    answered.add(threads.submit(() -> rounds(world, me)));
                }
            }
            List<String> commits = new ArrayList<>();
            for (Future<List<String>> writer : answered) {
                commits.addAll(writer.get());
            }
            assertThat(commits).hasSize(WRITERS * ROUNDS).doesNotHaveDuplicates();

            GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
            List<String> landed = clone.git("log", "--no-merges", "--format=%H", "origin/cms")
                    .lines()
                    .flatMap(line -> List.of(line.strip().split(" ")).stream())
                    .toList();
            assertThat(landed).doesNotHaveDuplicates().containsAll(commits);
            assertThat(clone.git("log", "--merges", "--format=%H", "origin/cms").split("\\s+"))
                    .hasSize(WRITERS * ROUNDS);
        }
    }

    private static List<String> rounds(World world, int writer) {
        Http bo = world.bo().http();
        List<String> commits = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, String> fields = Map.of("title", "writer " + writer + " round " + round);
            Map<String, Object> data = Map.of("data", Map.of("entry" + (writer + round) % ENTRIES, fields));
            commits.add(bo.post(world.p() + "/content/posts", data)
                    .is(200)
                    .json()
                    .at("/commit/sha")
                    .asString());
        }
        return commits;
    }
}
