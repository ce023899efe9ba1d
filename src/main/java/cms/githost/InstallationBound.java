package cms.githost;

/**
 * Announced when a workspace was bound to an installation: what it had connected before, by an earlier installation of
 * the same account, is in reach again.
 */
public record InstallationBound(String workspaceId, long installationId) {}
