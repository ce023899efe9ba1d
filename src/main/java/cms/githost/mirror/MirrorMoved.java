package cms.githost.mirror;

/**
 * Sent to the other instances after a push of this service has moved branches at the host.
 *
 * @param instance the instance that pushed, and ignores the signal
 */
public record MirrorMoved(String fullName, String instance) {}
