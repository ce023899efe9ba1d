package cms.platform.events;

/**
 * One announcement that is still to be published to one listener.
 *
 * @param subject within which the order is kept
 */
record Pending(String id, String listener, String kind, String subject, String body, int attempts) {}
