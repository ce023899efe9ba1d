package cms.content.schema;

import cms.plan.Allowance;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.Projects;

/** Checks what the plan of a project's workspace allows, before anything is written. */
public final class PlanGate {
    private final Projects projects;
    private final Plans plans;

    public PlanGate(Projects projects, Plans plans) {
        this.projects = projects;
        this.plans = plans;
    }

    /** @throws Failure FORBIDDEN with the sentence where the plan lacks the feature */
    void require(Project project, Feature feature, String message) {
        if (!allows(project, feature)) {
            throw Failure.forbidden(message);
        }
    }

    boolean allows(Project project, Feature feature) {
        return plans.allows(plan(project), feature);
    }

    Allowance amount(Project project, Limit limit) {
        return plans.amount(plan(project), limit);
    }

    private Plan plan(Project project) {
        return projects.workspaceOf(project).plan();
    }
}
