package cms.githost;

/**
 * Announced when something may have changed about an installation: a hint to ask the host what holds now, so that
 * webhooks may come twice and in any order.
 */
record InstallationChanged(long installationId) {}
