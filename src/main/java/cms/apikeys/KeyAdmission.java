package cms.apikeys;

import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.Projects;
import cms.workspace.Workspaces;
import java.util.Optional;

/**
 * Admits the holder of a valid key, or of another credential of one project, to its project. Media, conversations and
 * remote tools check in the same order: the project exists, its workspace is open (spec 5.7), and the workspace's plan
 * includes the feature.
 */
public final class KeyAdmission {
    private final Projects projects;
    private final Workspaces workspaces;
    private final Plans plans;

    public KeyAdmission(Projects projects, Workspaces workspaces, Plans plans) {
        this.projects = projects;
        this.workspaces = workspaces;
        this.plans = plans;
    }

    /** The refusals of a surface. */
    public interface AdmissionRefusals {
        /** The refusal of a credential whose project is gone, or is not the one that the request names. */
        default Failure noProject() {
            return Failure.unauthenticated("This key is not valid any more.");
        }

        /** @param stated the refusal of {@link Workspaces#requireOpen}, with the state of billing */
        default Failure locked(Failure stated) {
            return stated;
        }

        Failure notInPlan();
    }

    /**
     * @throws Failure UNAUTHENTICATED when the project of the key is gone, or another refusal of
     *     {@link #admit(Optional, Feature, Refusals)}
     */
    public Project admit(KnownKey key, Feature feature, AdmissionRefusals refusals) {
        return admit(projects.find(key.projectId()), feature, refusals);
    }

    /**
     * Admits the holder of a credential to a project that was looked up already.
     *
     * @param project empty when the credential has none, or none that the request names
     * @throws Failure of {@code refusals}, for the first check that refuses
     */
    public Project admit(Optional<Project> project, Feature feature, AdmissionRefusals refusals) {
        Project admitted = project.orElseThrow(refusals::noProject);
        workspaces.lockRefusal(admitted.workspaceId()).ifPresent(stated -> {
            throw refusals.locked(stated);
        });
        if (!plans.allows(projects.workspaceOf(admitted).plan(), feature)) {
            throw refusals.notInPlan();
        }
        return admitted;
    }
}
