package cms.content;

import cms.content.snapshot.Snapshot;
import cms.format.ContentNames;
import cms.format.ProjectConfig;
import cms.format.Vocabulary;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.http.Routes;
import cms.project.Access;
import cms.project.Project;
import cms.review.BranchTopic;
import cms.review.Changes;
import cms.review.Draft;
import cms.review.LandingRule;
import cms.review.Outcome;
import cms.workspace.Workspaces;
import java.util.Optional;
import java.util.function.Function;

/** The door of the content engine: every change of content, computed here and landed by {@code review}. */
public final class Contents {
    private final Access access;
    private final Workspaces workspaces;
    private final Changes changes;
    private final Snapshots snapshots;
    private final Plans plans;

    public Contents(Access access, Workspaces workspaces, Changes changes, Snapshots snapshots, Plans plans) {
        this.access = access;
        this.workspaces = workspaces;
        this.changes = changes;
        this.snapshots = snapshots;
        this.plans = plans;
        changes.contextBy(new ContextWriter(snapshots));
    }

    public void routes(Routes routes) {
        new ContentRoutes(access, this).mount(routes);
        new SettingsRoutes(access, this, workspaces, plans).mount(routes);
        new SnapshotRoutes(access, snapshots).mount(routes);
    }

    /**
     * Saves entries, members or documents; a save that is not valid writes nothing and reports why.
     *
     * @throws Failure NOT_FOUND for an unknown model
     */
    Outcome<Save.Report> save(Project project, Author author, SaveRequest request) {
        Save save = new Save(request, author, snapshots.files());
        return submit(project, author, topic(request.modelId(), request.locale()), LandingRule.BY_WORKFLOW, save::over);
    }

    /**
     * Changes the status of entries, all of them in one commit.
     *
     * @throws Failure NOT_FOUND for an unknown model or unknown entries, which it lists
     */
    Outcome<StatusRequest> changeStatus(Project project, Author author, StatusRequest request) {
        StatusChange change = new StatusChange(request, author, snapshots.files());
        return submit(
                project, author, topic(request.modelId(), request.locale()), LandingRule.BY_WORKFLOW, change::over);
    }

    /**
     * Changes config.json; it lands at once, whatever the workflow.
     *
     * @throws Failure NOT_FOUND without a configuration, UNPROCESSABLE when the result would not be valid
     */
    Outcome<ProjectConfig> changeConfig(Project project, Author author, ConfigRequest request) {
        ConfigChange change = new ConfigChange(request, author);
        return submit(project, author, BranchTopic.config(), LandingRule.AT_ONCE, change::over);
    }

    /** Merges terms into the vocabulary; it lands at once, whatever the workflow. */
    Outcome<Vocabulary> changeVocabulary(Project project, Author author, Body body) {
        VocabularyChange change = VocabularyChange.parse(body, author);
        return submit(project, author, BranchTopic.vocabulary(), LandingRule.AT_ONCE, change::over);
    }

    private <R> Outcome<R> submit(
            Project project, Author author, BranchTopic topic, LandingRule rule, Function<Snapshot, Draft<R>> work) {
        return changes.submit(
                project, author.actor(), topic, rule, tip -> work.apply(snapshots.of(project, tip.tree())));
    }

    private static BranchTopic topic(String modelId, Optional<String> locale) {
        return BranchTopic.content(modelId, locale.orElse(ContentNames.DEFAULT_LOCALE));
    }
}
