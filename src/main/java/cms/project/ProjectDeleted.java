package cms.project;

/** Announced in the transaction that removes a project; its repository stays. */
public record ProjectDeleted(String projectId, String workspaceId, String repoFullName) {}
