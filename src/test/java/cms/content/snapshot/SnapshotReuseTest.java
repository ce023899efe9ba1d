package cms.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ContentPaths;
import cms.git.ChangeSet;
import cms.git.Repositories;
import cms.git.Repository;
import cms.git.Tree;
import cms.platform.heap.HeapPool;
import cms.platform.heap.Reservations;
import cms.testing.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SnapshotReuseTest {
    private static final int STEPS = 300;
    private static final long HELD_BYTES_MAX = 100L << 20;
    private static final Reservations RESERVATIONS = new Reservations(new HeapPool(1L << 40));

    @TempDir
    Path root;

    /**
     * Shown to fail when config.json is left out of the comparison, and when a broken context.json counts as readable;
     * within a model when a removed file is not dropped, when stray or set-aside meta does not stop it, and when the
     * size of the file before is not taken off.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "site", "sites/main"})
    void whatIsTakenOverFromTheSnapshotBeforeIsWhatWouldBeRead(String contentRoot) {
        long seed = Seeds.next();
        Random random = new Random(seed);
        ContentPaths paths = ContentPaths.under(contentRoot);
        inRepository((writing, empty) -> {
            Tree tree = writing.apply(
                    empty,
                    ChangeSet.builder()
                            .put(paths.models() + "note.json", documents("note", false))
                            .put(paths.models() + "page.json", documents("page", true))
                            .build());
            Snapshot earlier = read(tree, paths, null, HELD_BYTES_MAX);
            for (int step = 0; step < STEPS; step++) {
                tree = writing.apply(tree, change(random, paths));
                Snapshot quick = read(tree, paths, earlier, HELD_BYTES_MAX);
                Snapshot whole = read(tree, paths, null, HELD_BYTES_MAX);
                assertThat(said(quick)).as("seed " + seed + ", step " + step).isEqualTo(said(whole));
                earlier = random.nextInt(4) == 0 ? earlier : quick;
            }
        });
    }

    /** Always the same files are without room, and there is room again when something has gone. */
    @Test
    void filesBeyondTheBudgetOfTheProjectAreUnreadableUntilThereIsRoom() {
        ContentPaths paths = ContentPaths.under("");
        String large = "{\"e\": {\"title\": \"" + "x".repeat(50_000) + "\"}}\n";
        inRepository((writing, empty) -> {
            Tree tree = writing.apply(
                    empty,
                    ChangeSet.builder()
                            .put(paths.models() + "a.json", model("a"))
                            .put(paths.models() + "b.json", model("b"))
                            .put(paths.home() + "content/blog/a/data.json", large)
                            .put(paths.home() + "content/blog/b/data.json", large)
                            .build());
            Snapshot full = read(tree, paths, null, 80_000);
            assertThat(full.unreadable()).singleElement().satisfies(file -> {
                assertThat(file.path()).isEqualTo(paths.home() + "content/blog/b/data.json");
                assertThat(file.message()).contains("no room for this file");
            });
            Tree less = writing.apply(
                    tree,
                    ChangeSet.builder()
                            .put(paths.home() + "content/blog/a/data.json", entry(1))
                            .build());
            assertThat(read(less, paths, full, 80_000).unreadable()).isEmpty();
            Snapshot small = read(less, paths, null, 80_000);
            assertThat(read(tree, paths, small, 80_000).unreadable()).isEqualTo(full.unreadable());
        });
    }

    @Test
    void aFreshContextAloneLeavesEveryModelAsItWas() {
        ContentPaths paths = ContentPaths.under("");
        inRepository((writing, empty) -> {
            Tree before = writing.apply(
                    empty,
                    ChangeSet.builder()
                            .put(paths.models() + "post.json", model("post"))
                            .put(paths.home() + "content/blog/post/data.json", entry(1))
                            .put(paths.context(), "{}\n")
                            .build());
            Tree after = writing.apply(
                    before,
                    ChangeSet.builder()
                            .put(paths.context(), "{\"version\":\"1\"}\n")
                            .build());
            Snapshot earlier = read(before, paths, null, HELD_BYTES_MAX);
            Snapshot later = read(after, paths, earlier, HELD_BYTES_MAX);
            assertThat(later.contents()).isSameAs(earlier.contents());
            assertThat(later.tree()).isEqualTo(after.id());
            assertThat(later.context().orElseThrow().path("version").asString()).isEqualTo("1");
        });
    }

    /** Shown to fail when a meta file of older writers that changes does not stop the reading of differences alone. */
    @Test
    void anOldMetaFileThatAWriteMovesToItsPlaceIsReadOnce() {
        ContentPaths paths = ContentPaths.under("");
        String folder = paths.home() + "meta/post/";
        inRepository((writing, empty) -> {
            Tree before = writing.apply(
                    empty,
                    ChangeSet.builder()
                            .put(paths.models() + "post.json", model("post"))
                            .put(paths.home() + "content/blog/post/data.json", entry(1))
                            .put(folder + "en.json", meta(1))
                            .build());
            Tree after = writing.apply(
                    before,
                    ChangeSet.builder()
                            .remove(folder + "en.json")
                            .put(folder + "data.json", meta(2))
                            .build());
            Snapshot earlier = read(before, paths, null, HELD_BYTES_MAX);
            assertThat(said(read(after, paths, earlier, HELD_BYTES_MAX)))
                    .isEqualTo(said(read(after, paths, null, HELD_BYTES_MAX)));
        });
    }

    private interface Work {
        void run(cms.git.Writing writing, Tree empty);
    }

    private void inRepository(Work work) {
        try (Repositories repositories = Repositories.open(root)) {
            Repository repository = repositories.create("ada/site", "main");
            repository.write(writing -> {
                work.run(writing, writing.emptyTree());
                return true;
            });
        }
    }

    private static List<Object> said(Snapshot snapshot) {
        return List.of(
                snapshot.tree(),
                snapshot.config().map(config -> config.defaultLocale()),
                snapshot.configUnreadable(),
                snapshot.vocabularyUnreadable(),
                snapshot.context(),
                snapshot.sourceBytes(),
                snapshot.unreadable(),
                snapshot.models().stream().map(model -> model.id()).toList(),
                snapshot.contents().stream()
                        .map(content -> List.of(
                                content.count(),
                                content.entries(),
                                content.strayMeta(),
                                metas(content),
                                content.origin()))
                        .toList());
    }

    private static List<Object> metas(ModelContent content) {
        return content.locales().values().stream()
                .<Object>map(locale -> List.of(locale.meta(), locale.documents()))
                .toList();
    }

    /** One file or two: the context most of all, then whatever a project has, each now and then broken or gone. */
    private static ChangeSet change(Random random, ContentPaths paths) {
        ChangeSet.Builder changes = ChangeSet.builder();
        int files = 1 + random.nextInt(2);
        for (int file = 0; file < files; file++) {
            String id = "m" + random.nextInt(3);
            int value = random.nextInt(1000);
            String slug = "s" + random.nextInt(4);
            String locale = List.of("data", "en", "de").get(random.nextInt(3));
            switch (random.nextInt(16)) {
                case 0 -> put(changes, random, paths.models() + id + ".json", model(id));
                case 1 -> put(changes, random, paths.home() + "content/blog/" + id + "/data.json", entry(value));
                case 2 -> put(changes, random, paths.home() + "meta/" + id + "/data.json", meta(value));
                case 3 ->
                    put(
                            changes,
                            random,
                            paths.config(),
                            "{\"locales\":{\"default\":\"" + (value % 2 == 0 ? "en" : "de") + "\"}}\n");
                case 4 -> put(changes, random, paths.vocabulary(), "{\"terms\":{}}\n");
                case 5 -> put(changes, random, "readme.md", "about " + value);
                case 6, 7 -> put(changes, random, paths.home() + "content/blog/note/" + slug + ".md", document(value));
                case 8 ->
                    put(changes, random, paths.home() + "meta/note/" + slug + "/" + locale + ".json", "{\"a\":1}\n");
                case 9 -> put(changes, random, paths.home() + "content/blog/page/" + slug + "/en.md", document(value));
                case 10 -> put(changes, random, paths.home() + "meta/page/" + slug + "/en.json", "{\"a\":1}\n");
                case 11 -> put(changes, random, paths.home() + "meta/" + id + "/en.json", meta(value));
                default -> put(changes, random, paths.context(), "{\"version\":\"" + value + "\"}\n");
            }
        }
        return changes.build();
    }

    private static void put(ChangeSet.Builder changes, Random random, String path, String text) {
        switch (random.nextInt(8)) {
            case 0 -> changes.remove(path);
            case 1 -> changes.put(path, "{ broken");
            default -> changes.put(path, text);
        }
    }

    private static String model(String id) {
        return "{\"domain\":\"blog\",\"fields\":{\"title\":{\"type\":\"string\"}},\"i18n\":false,\"id\":\"" + id
                + "\",\"kind\":\"collection\",\"name\":\"" + id + "\"}\n";
    }

    private static String documents(String id, boolean i18n) {
        return "{\"domain\":\"blog\",\"fields\":{\"title\":{\"type\":\"string\"}},\"i18n\":" + i18n + ",\"id\":\"" + id
                + "\",\"kind\":\"document\",\"name\":\"" + id + "\"}\n";
    }

    private static String document(int value) {
        return "---\ntitle: \"" + value + "\"\n---\n\nText " + value + "\n";
    }

    private static String entry(int value) {
        return "{\"00000000000" + value % 10 + "\":{\"title\":\"" + value + "\"}}\n";
    }

    private static String meta(int value) {
        return "{\"00000000000" + value % 10 + "\":{\"status\":\"draft\"}}\n";
    }

    private static Snapshot read(Tree tree, ContentPaths paths, @Nullable Snapshot earlier, long heldBytesMax) {
        Snapshot.Source source = new Snapshot.Source(tree, paths, new ParsedFiles());
        return RESERVATIONS.read(
                new Reservations.Reader("w", () -> {}),
                reservation -> Snapshot.read(source, earlier, reservation, heldBytesMax));
    }
}
