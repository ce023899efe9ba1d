package cms.mcp;

import cms.platform.limits.RateDecision;
import cms.project.Project;
import java.util.Optional;

/** A caller with a valid credential who is not admitted yet. */
interface Candidate {
    /** The project of the credential; empty when the URL names another one. */
    Optional<Project> project(Optional<String> asked);

    int callsPerMinute();

    /** The id under which the calls of a minute are counted together. */
    String id();

    /** @throws cms.platform.failure.Failure with a code of the protocol when the caller has lost access */
    RemoteCaller caller(Project project, RateDecision rate);
}
