package cms.githost.mirror;

/**
 * Told to the other instances: a push of ours has moved branches at the host.
 *
 * @param instance who pushed, and needs no telling
 */
public record MirrorMoved(String fullName, String instance) {}
