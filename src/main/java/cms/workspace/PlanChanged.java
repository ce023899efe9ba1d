package cms.workspace;

/** The plan of a workspace has changed; rooms that cache its features listen. */
public record PlanChanged(String workspaceId) {}
