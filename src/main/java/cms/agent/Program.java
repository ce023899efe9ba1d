package cms.agent;

import cms.access.Author;
import cms.platform.db.Tx;
import cms.platform.limits.RateLimit;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A program that talks to the agent with a key (spec 4.10). */
public interface Program {
    /** The key's id. */
    String id();

    Project project();

    /**
     * What the key may do now.
     *
     * @throws cms.platform.failure.Failure FORBIDDEN for a key that is revoked
     */
    ProjectAccess place();

    Author author(String via);

    /** The tools that the key was narrowed to; empty for all of its role. */
    Set<String> tools();

    /** The locales that it was narrowed to; empty for all. */
    List<String> locales();

    Optional<String> instructions();

    /** The model that its maker chose. */
    Optional<String> model();

    RateLimit rate();

    /**
     * Called in the transaction that begins a turn, after it was stored.
     *
     * @throws cms.platform.failure.Failure RATE_LIMITED when the key's own messages of the month are spent
     */
    void admit(Tx tx);
}
