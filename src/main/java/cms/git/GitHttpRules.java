package cms.git;

import java.util.List;
import java.util.Optional;

/**
 * The product's decisions about clones and pushes, which Git over HTTP asks for.
 *
 * @param <P> the caller
 */
public interface GitHttpRules<P> {
    /** Who sent this name and password; empty answers 401 with a challenge. */
    Optional<P> caller(String name, String password);

    /** One name for each person, however many tokens they have: who is counted. */
    String nameOf(P caller);

    /** Whether the repository exists for this caller; if not, the answer is the 404 of a missing one. */
    boolean mayRead(P caller, Repository repository);

    /**
     * A new, empty repository of this name where the caller begins to push to a name of their own that is free; empty
     * where nothing is made, and the answer is the 404 of a missing one.
     *
     * @throws cms.platform.failure.Failure where the name is the caller's and cannot be made into a repository; its
     *     sentence is the answer
     */
    default Optional<Repository> made(P caller, String fullName) {
        return Optional.empty();
    }

    /** Whether the caller may push at all; if not, the answer is 403. */
    boolean mayWrite(P caller, Repository repository);

    /**
     * A sentence that refuses one ref of a push, or empty to accept it. It runs inside the write that moves the
     * refs, with the pushed objects readable, so that what it sees is what it decides about.
     */
    Optional<String> refusal(P caller, Repository repository, Writing writing, RefChange change);

    /**
     * Called once in the write that moves the accepted refs, after they have moved; what it writes is as durable as
     * they are. A failure refuses the whole push.
     */
    default void accepted(P caller, Repository repository, Writing writing, List<RefChange> changes) {}

    /** Told after the accepted refs are on the disk and before the client is answered. */
    void received(P caller, Repository repository, List<RefChange> changes);

    /** Lines that the client shows to the person who pushed, after {@link #received}; they refuse nothing. */
    default List<String> remarks(P caller, Repository repository, List<RefChange> changes) {
        return List.of();
    }
}
