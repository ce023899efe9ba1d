package cms.project;

/** Announced in the transaction that connects a repository. */
public record ProjectConnected(String projectId, String workspaceId, String repoFullName, String userId) {}
