package cms.git.graph;

import static org.assertj.core.api.Assertions.assertThat;

import cms.git.graph.ObjectSource.GitObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;

/** What a change set makes anew in a tree. */
class PathCopyTest {
    private final PendingObjects stored = new PendingObjects(new Nothing());

    /** Shown to fail when every file of a change is made. */
    @Test
    void aFileThatIsThereAlreadyIsNotMadeAgain() {
        ObjectId before =
                new PathCopy(stored).apply(root(), Map.of("meta/a.json", blob("same"), "b.json", blob("old")));
        PendingObjects fresh = new PendingObjects(stored);

        ObjectId after = new PathCopy(fresh).apply(before, Map.of("meta/a.json", blob("same"), "b.json", blob("new")));

        Map<ObjectId, GitObject> needed = fresh.neededBy(List.of(after));
        assertThat(needed).containsKey(name("new")).doesNotContainKey(name("same"));
        assertThat(new PathCopy(fresh).apply(after, Map.of("b.json", blob("old"))))
                .isEqualTo(before);
    }

    /** A name in another folder says nothing: only what stood in the same place is known to be stored. */
    @Test
    void theSameContentInAnotherPlaceIsMade() {
        ObjectId before = new PathCopy(stored).apply(root(), Map.of("a.json", blob("same")));
        PendingObjects fresh = new PendingObjects(stored);

        ObjectId after = new PathCopy(fresh).apply(before, Map.of("c/a.json", blob("same")));

        assertThat(fresh.neededBy(List.of(after))).containsKey(name("same"));
    }

    /** No repository has this content: a file that is only named is neither looked for nor made. */
    @Test
    void aFileThatIsOnlyNamedIsNotRead() {
        Optional<Blob> named = Optional.of(Blob.stored(name("stored"), FileMode.EXECUTABLE_FILE));

        ObjectId after = new PathCopy(stored).apply(root(), Map.of("c/a.json", named));

        assertThat(stored.neededBy(List.of(after))).doesNotContainKey(name("stored"));
        Folder.Item made = stored.folder(stored.folder(after).items().getFirst().id())
                .items()
                .getFirst();
        assertThat(made.isSame(Folder.Item.of("a.json", FileMode.EXECUTABLE_FILE, name("stored"))))
                .isTrue();
    }

    private ObjectId root() {
        return stored.put(Constants.OBJ_TREE, new byte[0]);
    }

    private static Optional<Blob> blob(String text) {
        return Optional.of(Blob.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static ObjectId name(String text) {
        return blob(text).orElseThrow().name();
    }

    /** A repository without objects. */
    private static final class Nothing extends ObjectSource {
        @Override
        public Optional<GitObject> find(AnyObjectId id, long bytesMax) {
            return Optional.empty();
        }

        @Override
        public long size(AnyObjectId id) {
            return 0;
        }

        @Override
        protected boolean bring(AnyObjectId blob) {
            return false;
        }

        @Override
        public Set<ObjectId> shallowCommits() {
            return Set.of();
        }
    }
}
