package cms.content.recent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.snapshot.ParsedFiles;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPaths;
import cms.git.ChangeSet;
import cms.git.Repositories;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.heap.HeapPool;
import cms.platform.heap.HeapShare;
import cms.platform.heap.Reservations;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("large")
class RecentSnapshotsTest {
    private static final ContentPaths PATHS = ContentPaths.under("");
    private static final int DEPTH = 95;

    /** About what a level of an entry counts. */
    private static final int LEVEL_BYTES = 240;

    @TempDir
    private Path root;

    /**
     * The next one needs their room, and has it beside nothing that refers to them. Shown to fail where only the
     * snapshots go: the reader then waits five seconds, and takes what is cached of other projects, before it lets go
     * of the rest of its own. What differs in context.json alone, as the commit of each landing does, is not read
     * again: shown to fail where it was, from nothing and several times.
     */
    @Test
    void whatRefersToAProjectWithoutRoomForAllOfItsContentGoesBeforeItIsReadAgain() {
        AtomicInteger forgotten = new AtomicInteger();
        Reservations reservations = new Reservations(new HeapPool(1L << 40));
        RecentSnapshots recent = new RecentSnapshots(
                new SnapshotReader(new ParsedFiles(), PATHS, reservations, "w"), () -> {}, forgotten::incrementAndGet);
        try (Repositories repositories = Repositories.open(root)) {
            repositories.create("ada/site", "main").write(writing -> {
                ChangeSet.Builder files = ChangeSet.builder();
                for (String id : new String[] {"a", "b", "c", "d"}) {
                    files.put(PATHS.models() + id + ".json", model(id));
                    files.put(PATHS.home() + "content/blog/" + id + "/data.json", large());
                }
                Tree full = writing.apply(writing.emptyTree(), files.build());
                Snapshot first = recent.of(full);
                assertThat(first.isExceeded()).isTrue();
                assertThat(forgotten).hasValue(0);
                assertThat(recent.of(withContext(writing, full, "1")).isExceeded())
                        .isTrue();
                Snapshot next = recent.of(withContext(writing, full, "2"));
                assertThat(next.contents()).isSameAs(first.contents());
                assertThat(forgotten).hasValue(0);
                recent.of(writing.apply(
                        full,
                        ChangeSet.builder()
                                .put(PATHS.models() + "e.json", model("e"))
                                .build()));
                assertThat(forgotten.get()).isPositive();
                return true;
            });
        }
    }

    private static Tree withContext(Writing writing, Tree tree, String version) {
        String context = "{\"version\":\"" + version + "\"}\n";
        return writing.apply(
                tree, ChangeSet.builder().put(PATHS.context(), context).build());
    }

    /** A third of what one project may take. */
    private static String large() {
        long levels = HeapShare.PROJECT.bytes() / LEVEL_BYTES / 3;
        String value = "{\"a\":".repeat(DEPTH) + "1" + "}".repeat(DEPTH);
        return "{\"a1b2c3d4e5f6\":{\"title\":[" + (value + ",").repeat((int) (levels / DEPTH)) + "0]}}\n";
    }

    private static String model(String id) {
        return "{\"domain\":\"blog\",\"fields\":{\"title\":{\"type\":\"string\"}},\"i18n\":false,\"id\":\"" + id
                + "\",\"kind\":\"collection\",\"name\":\"" + id + "\"}\n";
    }
}
