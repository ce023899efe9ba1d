package cms.git;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eclipse.jgit.lib.Constants;
import org.jspecify.annotations.Nullable;

/** One bare repository; safe for any number of threads. Branch names come without {@code refs/heads/}. */
public final class Repository {
    private static final int BATCHES_BETWEEN_LOOKS = 100;

    private final String fullName;
    private final Path gitDir;
    private final org.eclipse.jgit.lib.Repository jgit;
    private final StoredObjects objects;
    private final RefStore refs;
    private final WriteQueue queue;
    private final Housekeeping housekeeping;
    private int batches;

    Repository(String fullName, org.eclipse.jgit.lib.Repository jgit, ObjectCache cache) {
        this.fullName = fullName;
        this.jgit = jgit;
        this.gitDir = jgit.getDirectory().toPath();
        this.objects = new StoredObjects(jgit, cache);
        this.refs = new RefStore(gitDir);
        this.housekeeping = new Housekeeping(fullName, new Repacking(jgit));
        this.queue = new WriteQueue(fullName, this::begin);
    }

    private Batch begin(boolean afterFailure) throws IOException {
        if (afterFailure) {
            refs.unlock();
        }
        if (batches++ % BATCHES_BETWEEN_LOOKS == 0) {
            housekeeping.startWhenDue();
        }
        return new Batch(objects, refs);
    }

    /** {@code owner/name}. */
    public String fullName() {
        return fullName;
    }

    public String defaultBranch() {
        String head = read(() -> Files.readString(gitDir.resolve("HEAD"))).strip();
        return head.substring(head.indexOf(GitNames.HEADS) + GitNames.HEADS.length());
    }

    /** The commit that a branch points to; empty when there is no such branch. */
    public Optional<CommitId> tip(String branch) {
        String ref = GitNames.branchRef(branch);
        return read(() -> refs.read(ref)).map(CommitId::of);
    }

    /** Branches whose name begins with a prefix ({@code ""} for all), sorted by name. */
    public List<Branch> branches(String prefix) {
        String first = GitNames.HEADS + prefix;
        return read(refs::all).tailMap(first, true).entrySet().stream()
                .takeWhile(ref -> ref.getKey().startsWith(first))
                .map(ref -> new Branch(ref.getKey().substring(GitNames.HEADS.length()), CommitId.of(ref.getValue())))
                .toList();
    }

    /** {@code NOT_FOUND} when the commit is not stored; does not say that a branch reaches it. */
    public Commit commit(CommitId id) {
        return new History(objects).info(id);
    }

    public Tree tree(CommitId commit) {
        return new Tree(objects, new History(objects).tree(commit));
    }

    public Tree emptyTree() {
        return new Tree(objects, Constants.EMPTY_TREE_ID);
    }

    /** The files that differ, sorted by path; visits only folders that differ. */
    public List<FileChange> diff(Tree from, Tree to) {
        return TreeDiff.between(from, to);
    }

    public List<FileChange> diff(CommitId from, CommitId to) {
        return diff(tree(from), tree(to));
    }

    public boolean isAncestor(CommitId ancestor, CommitId descendant) {
        return new History(objects).isAncestor(ancestor, descendant);
    }

    /** The best common ancestor, the first of several in a fixed order; empty for unrelated histories. */
    public Optional<CommitId> mergeBase(CommitId one, CommitId other) {
        return new History(objects).mergeBases(one, other).stream().findFirst();
    }

    /** At most {@code limit} commits that are reachable from a commit, newest first. */
    public List<Commit> log(CommitId from, int limit) {
        return new History(objects).log(from, limit);
    }

    /**
     * Runs a write alone, in the order of arrival, and returns when its objects and refs are on the disk.
     *
     * <p>Writes that wait together are made durable together. A work that throws changes nothing and its
     * exception comes back here; a disk that fails is {@code UNAVAILABLE} for every write of that batch.
     */
    public <T extends @Nullable Object> T write(Writing.Work<T> work) {
        return queue.run(work);
    }

    /**
     * Packs what has piled up, beside reads and writes, which it does not hold up. It also starts by itself after
     * some thousand new objects; while one run goes on, another call waits for its turn.
     */
    public void maintain() {
        read(() -> {
            housekeeping.run();
            return true;
        });
    }

    org.eclipse.jgit.lib.Repository jgit() {
        return jgit;
    }

    /** Finishes the writes that were accepted and refuses all later ones. */
    void close(Failure reason) {
        queue.close(reason);
        housekeeping.close();
        jgit.close();
    }

    private static <T> T read(Callable<T> reading) {
        try {
            return reading.call();
        } catch (Failure own) {
            throw own;
        } catch (Exception broken) {
            throw Failure.unavailable("The repository could not be read; try again.")
                    .causedBy(broken);
        }
    }
}
