package cms.githost.mirror;

/**
 * Sent to every instance after branches have moved at the host: a push of this service, or one of which the host has
 * told.
 *
 * @param instance the instance that sends it, and ignores the signal because it knows or looks by itself
 */
public record MirrorMoved(String fullName, String instance) {}
