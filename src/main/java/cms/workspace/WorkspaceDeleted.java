package cms.workspace;

/** Announced in the transaction that deletes a workspace, before its rows go. */
public record WorkspaceDeleted(String workspaceId) {}
