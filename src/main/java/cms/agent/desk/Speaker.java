package cms.agent.desk;

import cms.access.Author;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.util.Set;

/** The person or key that talks to the agent. Rights are looked up at each call. */
public interface Speaker {
    /** The user's id, or the key's. */
    String id();

    /** {@code user} or {@code key}. */
    String kind();

    Project project();

    /**
     * The present rights of the speaker in the project.
     *
     * @throws cms.platform.failure.Failure FORBIDDEN for a person or key that has lost access to the project
     */
    ProjectAccess place();

    /** The author of the speaker's changes, made through a conversation. */
    Author author(String via);

    /** The names of the tools that the speaker is restricted to; empty for all. */
    Set<String> tools();
}
