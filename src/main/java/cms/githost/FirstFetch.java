package cms.githost;

import org.jspecify.annotations.Nullable;

/**
 * Progress of the first fetch of a repository from a remote host.
 *
 * @param objects received so far
 * @param objectsTotal what the host has announced; 0 until it has
 * @param bytes received so far
 * @param error why the last try failed, and what to change; null while one is running or waiting for its turn
 */
public record FirstFetch(
        int objects, int objectsTotal, long bytes, @Nullable String error) {}
