package cms.agent.desk;

import cms.access.Author;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.util.Set;

/** Who talks to the agent: a person, or a key that a program holds. Rights are asked anew each time. */
public interface Speaker {
    /** The user's id, or the key's. */
    String id();

    /** {@code user} or {@code key}. */
    String kind();

    Project project();

    /**
     * What the speaker may do now.
     *
     * @throws cms.platform.failure.Failure FORBIDDEN for a person or key that lost access to the project
     */
    ProjectAccess place();

    /** The author of what is changed, through a conversation. */
    Author author(String via);

    /** The tools that the speaker was narrowed to; empty for all. */
    Set<String> tools();
}
