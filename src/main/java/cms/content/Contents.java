package cms.content;

import cms.content.entry.EntryRoutes;
import cms.content.schema.ModelRoutes;
import cms.content.schema.SchemaRoutes;
import cms.content.write.Writes;
import cms.plan.Plans;
import cms.platform.http.Routes;
import cms.project.Access;
import cms.review.Changes;
import cms.workspace.Workspaces;

/** The door of the content engine: every change of content, computed here and landed by {@code review}. */
public final class Contents {
    private final Access access;
    private final Workspaces workspaces;
    private final Snapshots snapshots;
    private final Plans plans;
    private final Writes writes;

    public Contents(Access access, Workspaces workspaces, Changes changes, Snapshots snapshots, Plans plans) {
        this.access = access;
        this.workspaces = workspaces;
        this.snapshots = snapshots;
        this.plans = plans;
        this.writes = new Writes(changes, snapshots::of);
        changes.contextBy(new ContextWriter(snapshots));
    }

    public void routes(Routes routes) {
        new EntryRoutes(access, writes, snapshots.files()).mount(routes);
        new SchemaRoutes(access, writes, workspaces, plans).mount(routes);
        new ModelRoutes(access, writes, workspaces, plans).mount(routes);
        new SnapshotRoutes(access, snapshots).mount(routes);
    }
}
