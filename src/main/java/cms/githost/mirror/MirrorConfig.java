package cms.githost.mirror;

import cms.git.remote.FetchLimits;
import cms.platform.events.Signals;
import cms.platform.net.StreamClient;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The services and settings that mirrors use.
 *
 * @param folder theirs alone
 * @param http the way to the host
 * @param signals between the instances
 * @param limits how much of a repository is taken
 * @param firstFetchTimeout how long a caller waits for the first fetch of a repository; a large one goes on without him
 */
public record MirrorConfig(
        Path folder, StreamClient http, Signals signals, FetchLimits limits, Duration firstFetchTimeout) {}
