package cms.git.remote;

/**
 * How far a fetch has come.
 *
 * @param objects received so far
 * @param objectsTotal what the host has announced; 0 until it has
 * @param bytes received so far
 */
public record FetchProgress(int objects, int objectsTotal, long bytes) {}
