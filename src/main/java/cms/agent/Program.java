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
     * The present rights of the key in its project.
     *
     * @throws cms.platform.failure.Failure FORBIDDEN for a revoked key
     */
    ProjectAccess place();

    Author author(String via);

    /** The names of the tools that the key is restricted to; empty for all of its role. */
    Set<String> tools();

    /** The locales that the key is restricted to; empty for all. */
    List<String> locales();

    Optional<String> instructions();

    /** The language model that the key's maker chose; empty for the default. */
    Optional<String> model();

    RateLimit rate();

    /**
     * Called in the transaction that begins a turn, after it was stored.
     *
     * @throws cms.platform.failure.Failure RATE_LIMITED when the key has used its messages of the month
     */
    void admit(Tx tx);
}
