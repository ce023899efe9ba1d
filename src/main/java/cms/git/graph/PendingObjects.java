package cms.git.graph;

import cms.git.graph.ObjectSource.GitObject;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** Objects that a write has made and the disk does not have yet, over those below. */
public final class PendingObjects extends ObjectSource {
    private final ObjectSource below;
    private final Map<ObjectId, GitObject> made = new HashMap<>();

    public PendingObjects(ObjectSource below) {
        this.below = below;
    }

    public ObjectId put(int type, byte[] bytes) {
        GitObject object = new GitObject(type, bytes);
        ObjectId id = object.name();
        made.putIfAbsent(id, object);
        return id;
    }

    ObjectId put(Blob blob) {
        blob.object().ifPresent(object -> made.putIfAbsent(blob.name(), object));
        return blob.name();
    }

    @Override
    public Optional<GitObject> find(AnyObjectId id, long bytesMax) {
        GitObject object = made.get(id);
        return object == null ? below.find(id, bytesMax) : Optional.of(object);
    }

    @Override
    public long size(AnyObjectId id) {
        GitObject object = made.get(id);
        return object == null ? below.size(id) : object.bytes().length;
    }

    @Override
    protected boolean bring(AnyObjectId blob) {
        return below.bring(blob);
    }

    @Override
    public Set<ObjectId> shallowCommits() throws IOException {
        return below.shallowCommits();
    }

    public void takeOver(PendingObjects others) {
        made.putAll(others.made);
        others.forget();
    }

    /**
     * Drops the objects of this write, which are on the disk now or never will be; trees that still read from here find
     * objects in the source below.
     */
    public void forget() {
        made.clear();
    }

    /**
     * The objects of this write that some of its commits need; those of abandoned tries and virtual merge bases are
     * left out.
     */
    public Map<ObjectId, GitObject> neededBy(Collection<ObjectId> roots) {
        Map<ObjectId, GitObject> needed = new LinkedHashMap<>();
        Deque<ObjectId> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            ObjectId id = open.pop();
            GitObject object = made.get(id);
            if (object == null || needed.putIfAbsent(id, object) != null) {
                continue;
            }
            if (object.type() == Constants.OBJ_COMMIT) {
                CommitObject commit = CommitObject.parse(id, object.bytes());
                open.push(commit.tree());
                commit.parents().forEach(open::push);
            } else if (object.type() == Constants.OBJ_TREE) {
                Folder.parse(object.bytes()).items().forEach(item -> open.push(item.id()));
            }
        }
        return needed;
    }
}
