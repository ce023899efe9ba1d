package cms.project;

/** Announced in the transaction that connects a repository. */
record ProjectConnected(String projectId, String workspaceId, String repoFullName, String userId) {}
