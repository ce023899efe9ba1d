package cms.git;

import java.util.List;
import java.util.Optional;

/**
 * What the product decides about clones and pushes.
 *
 * @param <P> the caller
 */
public interface GitHttpRules<P> {
    /** Who sent this name and password; empty answers 401 with a challenge. */
    Optional<P> caller(String name, String password);

    /** Whether the repository exists for this caller; if not, the answer is the 404 of a missing one. */
    boolean mayRead(P caller, Repository repository);

    /** Whether the caller may push at all; if not, the answer is 403. */
    boolean mayWrite(P caller, Repository repository);

    /**
     * A sentence that refuses one ref of a push, or empty to accept it. It runs inside the write that moves the
     * refs, with the pushed objects readable, so that what it sees is what it decides about.
     */
    Optional<String> refusal(P caller, Repository repository, Writing writing, RefChange change);

    /** Told after the accepted refs are on the disk and before the client is answered. */
    void received(P caller, Repository repository, List<RefChange> changes);
}
