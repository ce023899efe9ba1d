package cms.githost;

/** Announced when a connected repository has got another name, or another owner, at the remote host. */
public record RepositoryRenamed(String from, String to) {}
