package cms.githost;

import cms.git.remote.FetchLimits;
import cms.githost.mirror.MirrorConfig;
import cms.platform.events.Signals;
import cms.platform.net.StreamClient;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where copies of the repositories of a remote host live, and what keeps them fresh.
 *
 * @param folder theirs alone
 * @param http the way to the host
 * @param signals between the instances
 * @param limits how much of a repository is taken
 * @param firstFetchTimeout how long a caller waits for the first fetch of a repository
 */
public record MirrorSettings(
        Path folder, StreamClient http, Signals signals, FetchLimits limits, Duration firstFetchTimeout) {
    MirrorConfig config() {
        return new MirrorConfig(folder, http, signals, limits, firstFetchTimeout);
    }
}
