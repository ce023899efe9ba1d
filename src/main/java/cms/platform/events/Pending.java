package cms.platform.events;

/** One announcement that one listener has still to be told of. */
record Pending(String id, String listener, String kind, String body, int attempts) {}
