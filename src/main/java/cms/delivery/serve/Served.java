package cms.delivery.serve;

/** Reads of one key since the last count. */
public record Served(String projectId, String keyId, long requests, long bytes) {}
