package cms.githost;

/**
 * Announced when a property other than the branches may have changed of a connected repository: a hint like
 * {@link InstallationChanged}.
 *
 * @param id the host's number for it
 * @param fullName its name, as the webhook has it
 * @param deleted whether the webhook reports its deletion
 */
record RepositoryChanged(long id, String fullName, boolean deleted) {}
