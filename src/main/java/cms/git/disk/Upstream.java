package cms.git.disk;

import cms.git.graph.ObjectSource.GitObject;
import cms.git.refs.RefMove;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The remote repository that has the truth of a mirror. Refs here are never ahead of it: a batch is offered there
 * after its objects are on the disk and before its refs are published. Only the writer calls it, but for {@link #takes} and {@link #bring}.
 */
public interface Upstream {
    /** What became of an offer. */
    enum Offer {
        /** The remote has all of it, durably. */
        TAKEN,
        /** The remote is elsewhere, or has stopped to take a branch: the works have to run on what it has now. */
        ANEW,
        /** The remote does not want this, and would not want it again. */
        REFUSED
    }

    /** Whether the next batch has to begin with a {@link #fetchBranches}: nobody knows where the remote is. */
    boolean isFetchDue();

    /** Whether the last look is so old that another has to go on beside the next batch. */
    boolean isRefCheckDue();

    /** Begins a look beside the batch and does not wait for it; what it finds is brought later. */
    void refCheck(NavigableMap<String, ObjectId> local);

    /**
     * Waits for the look beside the batch, if there is one: whether others have moved branches, so that the works have
     * to run on what the remote has now.
     *
     * @throws cms.platform.failure.Failure for every write that waits
     */
    boolean isBehind();

    /**
     * Every branch of the remote, with all their objects on the disk here.
     *
     * @throws cms.platform.failure.Failure for every write that waits
     */
    NavigableMap<String, ObjectId> fetchBranches(NavigableMap<String, ObjectId> local);

    /** Told when the refs here have followed what a look has found. */
    void followed(List<RefMove> moves);

    /**
     * Asks the remote to make all moves or none.
     *
     * @param optional the refs without which the batch makes sense as well
     * @throws cms.platform.failure.Failure when nobody knows whether it did; then the writes do not count here
     */
    Offer offer(List<RefMove> moves, Set<String> optional, Map<ObjectId, GitObject> objects);

    /**
     * Brings one file that was left at the remote; false when nothing was. Any thread may call it.
     *
     * @throws cms.platform.failure.Failure UNAVAILABLE when the remote does not answer
     */
    boolean bring(ObjectId blob);

    /** Whether a ref is moved by pushes at all; otherwise only the remote itself moves it. */
    boolean takes(String ref);
}
