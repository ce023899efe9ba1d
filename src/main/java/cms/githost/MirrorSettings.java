package cms.githost;

import cms.git.remote.FetchLimits;
import cms.githost.mirror.MirrorConfig;
import cms.platform.events.Signals;
import cms.platform.net.StreamClient;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of the copies of a remote host's repositories.
 *
 * @param folder for the copies only
 * @param http client for the host
 * @param signals between the instances
 * @param limits for fetching a repository
 * @param firstFetchTimeout how long a caller waits for the first fetch of a repository
 */
public record MirrorSettings(
        Path folder, StreamClient http, Signals signals, FetchLimits limits, Duration firstFetchTimeout) {
    MirrorConfig config() {
        return new MirrorConfig(folder, http, signals, limits, firstFetchTimeout);
    }
}
