package cms.git.disk;

import cms.git.graph.ObjectSource.GitObject;
import cms.git.refs.RefMove;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The remote repository that a mirror follows. Local refs are never ahead of it: a batch is offered to it after its
 * objects are on the disk and before its refs are published. Only the writer calls it, but for {@link #takes} and
 * {@link #bring}.
 */
public interface Upstream {
    /** The remote's answer to an offer. */
    enum Offer {
        /** The remote has stored all moves durably. */
        TAKEN,
        /**
         * Branches of the remote have moved meanwhile, or it has stopped taking pushes to a branch: the works must run
         * again on its present state.
         */
        ANEW,
        /** The remote refuses these moves and would refuse them again. */
        REFUSED
    }

    /**
     * Whether the next batch has to begin with a {@link #fetchBranches}, because the state of the remote is unknown.
     */
    boolean isFetchDue();

    /** Whether the last check of the remote's branches is so old that another has to run beside the next batch. */
    boolean isRefCheckDue();

    /**
     * Starts a check of the remote's branches beside the batch and does not wait for it; changes that it finds are
     * fetched later.
     */
    void refCheck(NavigableMap<String, ObjectId> local);

    /**
     * Waits for the running check, if there is one: true when others have moved branches, so that the works have to run
     * again on the remote's present state.
     *
     * @throws cms.platform.failure.Failure for every write that waits
     */
    boolean isBehind();

    /**
     * Fetches every branch of the remote, with all objects, to the disk.
     *
     * @throws cms.platform.failure.Failure for every write that waits
     */
    NavigableMap<String, ObjectId> fetchBranches(NavigableMap<String, ObjectId> local);

    /** Called when the local refs have been moved to those of {@link #fetchBranches}. */
    void followed(List<RefMove> moves);

    /**
     * Asks the remote to make all moves or none.
     *
     * @param optional the refs that the batch can do without
     * @throws cms.platform.failure.Failure when it is unknown whether the remote made the moves; then the writes do not
     *     count locally
     */
    Offer offer(List<RefMove> moves, Set<String> optional, Map<ObjectId, GitObject> objects);

    /**
     * Fetches one file that an earlier fetch left at the remote; false when none was left. Any thread may call it.
     *
     * @throws cms.platform.failure.Failure UNAVAILABLE when the remote does not answer
     */
    boolean bring(ObjectId blob);

    /** Whether the remote takes pushes to a ref; otherwise only a merge on the remote moves it. */
    boolean takes(String ref);
}
