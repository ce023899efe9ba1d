package cms.platform.events;

/**
 * One announcement that is still to be published to one listener.
 *
 * @param subject what it is about: the order counts among those of one subject
 */
record Pending(String id, String listener, String kind, String subject, String body, int attempts) {}
