package cms.content;

import cms.content.entry.EntryRoutes;
import cms.content.locale.LocaleRoutes;
import cms.content.schema.ModelRoutes;
import cms.content.schema.PlanGate;
import cms.content.schema.SchemaRoutes;
import cms.content.search.ContentSearch;
import cms.content.search.SearchWish;
import cms.content.snapshot.Snapshot;
import cms.content.write.Writes;
import cms.plan.Plans;
import cms.platform.http.Routes;
import cms.project.Access;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.Changes;
import cms.workspace.Workspaces;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The door of the content engine: every change of content, computed here and landed by {@code review}. */
public final class Contents {
    private final Access access;
    private final Workspaces workspaces;
    private final Changes changes;
    private final Snapshots snapshots;
    private final Plans plans;
    private final Writes writes;

    public Contents(Access access, Workspaces workspaces, Changes changes, Snapshots snapshots, Plans plans) {
        this.access = access;
        this.workspaces = workspaces;
        this.changes = changes;
        this.snapshots = snapshots;
        this.plans = plans;
        this.writes = new Writes(changes, snapshots::of, snapshots.files());
        changes.contextBy(new ContextWriter(snapshots));
    }

    public void routes(Routes routes) {
        new EntryRoutes(access, writes, snapshots.files()).mount(routes);
        new LocaleRoutes(access, writes, snapshots.files()).mount(routes);
        PlanGate gate = new PlanGate(workspaces, plans);
        new SchemaRoutes(access, writes, gate).mount(routes);
        new ModelRoutes(access, writes, gate).mount(routes);
        new SnapshotRoutes(access, snapshots).mount(routes);
        new SearchRoutes(access, this).mount(routes);
        new PreviewRoutes(access).mount(routes);
    }

    /**
     * Entries that hold every word of the question, as far as the caller's models go: {@code {
     * query, total, complete, results: [{ model, locale, id, title, status, field, snippet, score }] }}, best first.
     *
     * @param at a branch or commit of the project; empty for the newest content
     * @param question words, which also match as beginnings, and phrases in double quotes; at most 200 characters
     * @param limit from 1 to 100 results
     * @throws cms.platform.failure.Failure INVALID for a question without a word, or one or a limit out of bounds,
     *     NOT_FOUND for an {@code at} that the project does not reach
     */
    public ObjectNode search(
            ProjectAccess place,
            Optional<String> at,
            String question,
            Optional<String> model,
            Optional<String> locale,
            int limit) {
        Project project = place.project();
        Snapshot snapshot = at.map(
                        name -> snapshots.of(project, changes.at(project, name).tree()))
                .orElseGet(() -> snapshots.current(project));
        return ContentSearch.search(snapshot, new SearchWish(question, model, locale, limit, place.models()::allows));
    }
}
