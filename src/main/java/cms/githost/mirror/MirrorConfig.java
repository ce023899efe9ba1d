package cms.githost.mirror;

import cms.git.remote.FetchLimits;
import cms.platform.events.Signals;
import cms.platform.net.StreamClient;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The services and settings that mirrors use.
 *
 * @param folder for the mirrors only
 * @param http client for the host
 * @param signals between the instances
 * @param limits for fetching a repository
 * @param firstFetchTimeout how long a caller waits for the first fetch of a repository; a longer fetch continues
 *     without the caller
 */
public record MirrorConfig(
        Path folder, StreamClient http, Signals signals, FetchLimits limits, Duration firstFetchTimeout) {}
