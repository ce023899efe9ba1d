package cms.mcp;

import cms.platform.limits.RateDecision;
import cms.project.Project;
import java.util.Optional;

/** Somebody whose credential is good, and who is not let in yet. */
interface Candidate {
    /** The project of the credential; empty when the URL names another one. */
    Optional<Project> project(Optional<String> asked);

    int callsPerMinute();

    /** Whose calls of a minute are counted together. */
    String id();

    /** @throws cms.platform.failure.Failure with a code of the protocol when there is no right to be here any more */
    RemoteCaller caller(Project project, RateDecision rate);
}
