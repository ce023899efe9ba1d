package cms.content.schema;

import cms.access.Capability;
import cms.content.api.ConfigRequest;
import cms.content.api.InitRequest;
import cms.content.api.ModelReport;
import cms.content.api.ModelRequest;
import cms.content.api.VocabularyRequest;
import cms.content.api.Written;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.content.write.Writes;
import cms.format.ContentPath;
import cms.format.ProjectConfig;
import cms.format.ProjectConfig.Workflow;
import cms.format.Vocabulary;
import cms.git.Tree;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.review.submit.BranchTopic;
import cms.review.submit.Draft;
import cms.review.submit.LandingRule;
import java.util.Optional;
import java.util.function.BiFunction;
import tools.jackson.databind.node.ObjectNode;

/** Changes models, configuration and vocabulary, each in one commit. */
public final class Schema {
    private final Writes writes;
    private final PlanGate gate;

    public Schema(Writes writes, PlanGate gate) {
        this.writes = writes;
        this.gate = gate;
    }

    /**
     * Writes a model; its content is rewritten and moved where names of fields or locations of files change.
     *
     * @throws Failure CONFLICT for an id or location that is taken, UNPROCESSABLE for a change that would lose content
     */
    public Written<ModelReport> saveModel(Call call, ModelRequest request) {
        call.requiring(Capability.SAVE_MODEL, request.modelId(), Optional.empty());
        call.place().models().require(request.newId());
        return submit(call, request.modelId(), request.newId(), new ModelSave(request, call.author())::over);
    }

    /** Removes a model with its content; CONFLICT while a relation of another model points to it. */
    public Written<ModelReport> deleteModel(Call call, String modelId) {
        call.requiring(Capability.DELETE_MODEL, modelId, Optional.empty());
        ModelDelete deletion =
                new ModelDelete(modelId, call.author(), call.place().models());
        return submit(call, modelId, modelId, deletion::over);
    }

    private Written<ModelReport> submit(
            Call call, String modelId, String newId, BiFunction<Snapshot, Tree, Draft<ModelReport>> work) {
        Call model = call.about(new ContentPath.Model(modelId)::equals);
        return writes.submit(model, BranchTopic.model(newId), LandingRule.BY_WORKFLOW, work);
    }

    /**
     * Changes a model's form, and answers it as it is then; settings that the plan does not include are switched off
     * silently (reference 8).
     *
     * @param form the members that change, as {@code PATCH P/models/:modelId} takes them
     * @throws Failure FORBIDDEN where the plan has no forms, or not one more
     */
    public Written<ObjectNode> configureForm(Call call, String modelId, ObjectNode form) {
        call.requiring(Capability.CONFIGURE_MODEL, modelId, Optional.empty());
        Project project = call.project();
        ObjectNode wanted = FormSettings.of(form);
        if (wanted.path("enabled").asBoolean(false)) {
            gate.require(project, Feature.FORMS_ENABLED, "The plan of this workspace does not include forms.");
        }
        if (wanted.path("autoApprove").asBoolean(false) && !gate.allows(project, Feature.FORMS_AUTO_APPROVE)) {
            wanted.put("autoApprove", false);
        }
        if (wanted.has("captcha") && !gate.allows(project, Feature.FORMS_CAPTCHA)) {
            wanted.putNull("captcha");
        }
        FormChange change = new FormChange(modelId, wanted, gate.amount(project, Limit.FORMS_MODELS), call.author());
        Call model = call.about(new ContentPath.Model(modelId)::equals);
        return writes.submit(
                model, BranchTopic.model(modelId), LandingRule.AT_ONCE, (content, files) -> change.over(content));
    }

    /** Writes the first configuration of a project, in locales of the caller, and the models of the request. */
    public Written<ModelReport> initialise(Call call, InitRequest request) {
        call.requiring(Capability.INIT_PROJECT);
        request.models().keySet().forEach(call.place().models()::require);
        request.config().supportedLocales().forEach(call.place().locales()::require);
        ConfigChange.refuseUnsound(request.config());
        requireReviewPlan(call, Optional.of(request.config().workflow().wireName()));
        Initialisation beginning = new Initialisation(request, call.author());
        return writes.submit(
                call, BranchTopic.init(), LandingRule.AT_ONCE, (content, files) -> beginning.over(content));
    }

    /** Changes the configuration; only locales of the caller may be added or removed. It lands at once. */
    public Written<ProjectConfig> setConfig(Call call, ConfigRequest request) {
        call.requiring(Capability.EDIT_CONFIG);
        if (request.changedKeys().isEmpty()) {
            throw Failure.invalid("Send at least one of `workflow`, `locales` and `domains`.");
        }
        requireReviewPlan(call, request.workflow());
        Call settings = call.about(new ContentPath.Config()::equals);
        ConfigChange change = new ConfigChange(request, settings);
        return writes.submit(settings, BranchTopic.config(), LandingRule.AT_ONCE, change::over);
    }

    /** Merges terms into the vocabulary, whose texts in other locales than the caller's stay; it lands at once. */
    public Written<Vocabulary> setVocabulary(Call call, VocabularyRequest request) {
        call.requiring(Capability.EDIT_VOCABULARY);
        VocabularyChange change = new VocabularyChange(request, call);
        return writes.submit(
                call, BranchTopic.vocabulary(), LandingRule.AT_ONCE, (content, files) -> change.over(content));
    }

    private void requireReviewPlan(Call call, Optional<String> workflow) {
        if (workflow.filter(Workflow.REVIEW.wireName()::equals).isPresent()) {
            String message = "The plan of this workspace does not include the review workflow.";
            gate.require(call.project(), Feature.WORKFLOW_REVIEW, message);
        }
    }
}
