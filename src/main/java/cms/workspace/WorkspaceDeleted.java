package cms.workspace;

/** Announced in the transaction that deletes a workspace, before its rows are deleted. */
public record WorkspaceDeleted(String workspaceId) {}
