package cms.workspace;

/** Announced when the plan of a workspace has changed, for rooms that cache its features. */
public record PlanChanged(String workspaceId) {}
