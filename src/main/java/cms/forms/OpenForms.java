package cms.forms;

import cms.content.FormModels;
import cms.content.FormModels.Newest;
import cms.format.ModelDefinition;
import cms.plan.Allowance;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.Projects;
import cms.workspace.Workspaces;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;

/** Finds the form of a visitor's request; checks project, model, plan and number of forms, in this order. */
final class OpenForms {
    private static final String NO_FORM = "There is no such form.";

    private final Projects projects;
    private final Workspaces workspaces;
    private final FormModels models;
    private final Plans plans;

    /** Made once a definition: visitors are many, and a definition is as large as somebody likes. */
    private final Cache<ModelDefinition, Optional<Form>> made =
            Caffeine.newBuilder().weakKeys().softValues().build();

    OpenForms(Projects projects, Workspaces workspaces, FormModels models, Plans plans) {
        this.projects = projects;
        this.workspaces = workspaces;
        this.models = models;
        this.plans = plans;
    }

    /** A form as it is now, with the features of its plan that forms use. */
    record Open(Project project, Plan plan, Newest newest, Form form) {
        Submission.FormAddress place() {
            return new Submission.FormAddress(
                    project.workspaceId(), project.id(), form.model().id());
        }
    }

    Newest newest(Project project) {
        return models.newest(project);
    }

    boolean allows(Plan plan, Feature feature) {
        return plans.allows(plan, feature);
    }

    /**
     * A missing project, a project without such a form and a form that is not public are answered alike, whatever the
     * plan: only for a form that was public the visitor is told that the plan does not include it any more.
     *
     * @throws Failure NOT_FOUND for a form that does not exist or is not public, FORBIDDEN where the plan has no forms,
     *     or fewer
     */
    Open require(String projectId, String modelId) {
        Project project = projects.find(projectId).orElseThrow(() -> Failure.notFound(NO_FORM));
        Newest newest = models.newest(project);
        Form form = newest.find(modelId).flatMap(this::form).orElseThrow(() -> Failure.notFound(NO_FORM));
        Plan plan = projects.workspaceOf(project).plan();
        if (workspaces.isLocked(project.workspaceId()) || !plans.allows(plan, Feature.FORMS_ENABLED)) {
            throw Failure.forbidden("The plan of this workspace does not include forms.");
        }
        long before = newest.models().stream()
                .filter(Form::isEnabled)
                .map(ModelDefinition::id)
                .filter(other -> other.compareTo(modelId) < 0)
                .count();
        Allowance forms = plans.amount(plan, Limit.FORMS_MODELS);
        if (!forms.covers(before + 1)) {
            throw Failure.forbidden("The plan of this workspace does not allow so many forms.");
        }
        return new Open(project, plan, newest, form);
    }

    /** Fails with NOT_FOUND where the model of a form has been removed or renamed since it was opened. */
    void requireStill(Open open) {
        if (newest(open.project()).find(open.form().model().id()).isEmpty()) {
            throw Failure.notFound(NO_FORM);
        }
    }

    /** Keeps the project of a form until the transaction ends; NOT_FOUND where it was deleted since it was opened. */
    void keepProject(Tx tx, Open open) {
        try {
            projects.access().keep(tx, open.project().id());
        } catch (Failure deleted) {
            throw Failure.notFound(NO_FORM);
        }
    }

    private Optional<Form> form(ModelDefinition model) {
        return made.get(model, Form::of);
    }
}
