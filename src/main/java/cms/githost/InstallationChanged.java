package cms.githost;

/**
 * Announced when an installation may have changed: a hint to ask the host for its present state, so that webhooks may
 * be repeated and out of order.
 */
record InstallationChanged(long installationId) {}
