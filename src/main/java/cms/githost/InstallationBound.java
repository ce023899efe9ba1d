package cms.githost;

/**
 * Announced when a workspace was bound to an installation: repositories that it had connected before, by an earlier
 * installation of the same account, can be reached again.
 */
public record InstallationBound(String workspaceId, long installationId) {}
