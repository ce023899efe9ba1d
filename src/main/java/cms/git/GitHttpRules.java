package cms.git;

import java.util.List;
import java.util.Optional;

/**
 * Decisions about clones and pushes that the product makes for Git over HTTP.
 *
 * @param <P> the caller
 */
public interface GitHttpRules<P> {
    /** The caller with this name and password; empty answers 401 with a challenge. */
    Optional<P> caller(String name, String password);

    /** The name under which a caller's requests are counted, one for each person, however many tokens they have. */
    String nameOf(P caller);

    /** Whether the repository exists for this caller; if not, the answer is the 404 of a missing one. */
    boolean mayRead(P caller, Repository repository);

    /**
     * Makes an empty repository when the caller pushes to an unused name of their own; empty where none is made, which
     * answers 404 like a missing one.
     *
     * @throws cms.platform.failure.Failure when the name is the caller's and a repository cannot be made; its sentence
     *     is the answer
     */
    default Optional<Repository> made(P caller, String fullName) {
        return Optional.empty();
    }

    /** Whether the caller may push at all; if not, the answer is 403. */
    boolean mayWrite(P caller, Repository repository);

    /**
     * The sentence that refuses one ref of a push, or empty to accept it. Called inside the write that moves the refs,
     * with the pushed objects readable, so that it decides on the state that is stored.
     */
    Optional<String> refusal(P caller, Repository repository, Writing writing, RefChange change);

    /**
     * Called once in the write that moves the accepted refs, after they have moved; its writes are as durable as
     * theirs. A failure refuses the whole push.
     */
    default void accepted(P caller, Repository repository, Writing writing, List<RefChange> changes) {}

    /** Called when the accepted refs are on the disk, before the client is answered. */
    void received(P caller, Repository repository, List<RefChange> changes);

    /** Lines that the client shows to the person who pushed; called after {@link #received}. */
    default List<String> remarks(P caller, Repository repository, List<RefChange> changes) {
        return List.of();
    }
}
