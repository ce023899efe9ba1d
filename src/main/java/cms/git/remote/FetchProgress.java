package cms.git.remote;

/**
 * Progress of a fetch.
 *
 * @param objects received so far
 * @param objectsTotal number that the host has announced; 0 before
 * @param bytes received so far
 */
public record FetchProgress(int objects, int objectsTotal, long bytes) {}
