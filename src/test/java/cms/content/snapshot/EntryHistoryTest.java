package cms.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ContentPaths;
import cms.git.Authorship;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import cms.platform.heap.HeapPool;
import cms.platform.heap.Reservations;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EntryHistoryTest {
    private static final ContentPaths PATHS = ContentPaths.under("");
    private static final Reservations RESERVATIONS = new Reservations(new HeapPool(1L << 40));

    @TempDir
    Path folder;

    private final ParsedFiles files = new ParsedFiles();
    private final List<CommitId> landings = new ArrayList<>();
    private Repositories repositories;
    private Repository repository;
    private EntryHistory history;

    @BeforeEach
    void open() {
        repositories = Repositories.open(folder.resolve("repositories"));
        repository = repositories.create("ada/site", "cms");
        history = history();
        landModel();
    }

    @AfterEach
    void close() {
        repositories.close();
    }

    /**
     * Listeners take the tip before they wait for their turn, so that they ask in any order. Shown to fail before: the
     * earlier tip took the place of the later one, for which all landings were read again.
     */
    @Test
    void aReaderOfAnEarlierTipLeavesTheTimesOfTheNewest() {
        land("a");
        land("b");
        var earlier = at(1);
        var newest = at(2);
        assertThat(at(1)).isSameAs(earlier);
        assertThat(at(2)).isSameAs(newest);
        land("c");
        assertThat(at(3).get("post:en").keySet()).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(at(2)).isSameAs(newest);
    }

    /** Shown to fail before, as above. */
    @Test
    void aReaderOfATipBeforeAllThatAreKeptGetsTheTimesAsTheyWereThen() {
        land("a");
        for (String id : List.of("b", "c", "d", "e")) {
            land(id);
            at(landings.size() - 1);
        }
        var newest = at(5);
        assertThat(at(1)).isEqualTo(history("another").at(repository, landings.get(1), read(1)));
        assertThat(at(5)).isSameAs(newest);
    }

    /** As when an older copy of the repositories was put back beside the file. */
    @Test
    void timesOfACommitThatIsLostAreReadAnew() {
        land("a");
        at(1);
        history.save();
        repositories.close();
        repositories = Repositories.open(folder.resolve("older"));
        repository = repositories.create("ada/site", "cms");
        landings.clear();
        landModel();
        land("b");
        history = history();
        assertThat(at(1).get("post:en").keySet()).containsExactlyInAnyOrder("a", "b");
    }

    private Map<String, Map<String, EntryTime>> at(int landing) {
        return history.at(repository, landings.get(landing), read(landing));
    }

    private EntryHistory history() {
        return history("times");
    }

    private EntryHistory history(String name) {
        return new EntryHistory(files, folder.resolve(name + ".json"));
    }

    private Snapshot read(int landing) {
        Snapshot.Source source = new Snapshot.Source(repository.tree(landings.get(landing)), PATHS, files);
        return RESERVATIONS.read(
                new Reservations.Reader("w", () -> {}),
                reservation -> Snapshot.read(source, null, reservation, 100L << 20));
    }

    private void landModel() {
        land(PATHS.models() + "post.json", """
                {"domain":"blog","fields":{"title":{"type":"string"}},"i18n":false,"id":"post","kind":"collection"}
                """);
    }

    /** Adds the entry of this id to those of the landings before. */
    private void land(String id) {
        StringBuilder entries = new StringBuilder("{");
        for (char entry = 'a'; entry <= id.charAt(0); entry++) {
            entries.append(entry == 'a' ? "" : ",").append('"').append(entry).append("\":{\"title\":\"T\"}");
        }
        land(PATHS.home() + "content/blog/post/data.json", entries.append("}\n").toString());
    }

    private void land(String path, String text) {
        landings.add(repository.write(writing -> {
            List<CommitId> parents = landings.isEmpty() ? List.of() : List.of(landings.getLast());
            CommitId commit = writing.commit(
                    parents.isEmpty() ? writing.emptyTree() : writing.tree(parents.getFirst()),
                    ChangeSet.builder().put(path, text).build(),
                    parents,
                    new Authorship("ada", "ada@example.com", Instant.ofEpochSecond(1_000_000 + landings.size())),
                    "a landing\n");
            if (parents.isEmpty()) {
                writing.create("cms", commit);
            } else {
                writing.move("cms", parents.getFirst(), commit);
            }
            return commit;
        }));
    }
}
