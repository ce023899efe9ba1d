package cms.githost;

/**
 * Announced when something other than its branches may have changed about a connected repository: a hint like {@link
 * InstallationChanged}.
 *
 * @param id the host's number for it
 * @param fullName its name, as the webhook has it
 * @param deleted whether the webhook says that it is gone
 */
record RepositoryChanged(long id, String fullName, boolean deleted) {}
