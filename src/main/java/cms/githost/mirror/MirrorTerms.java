package cms.githost.mirror;

import cms.git.remote.FetchLimits;
import cms.platform.events.Signals;
import cms.platform.net.StreamClient;
import java.nio.file.Path;

/**
 * What mirrors live on.
 *
 * @param folder theirs alone
 * @param http the way to the host
 * @param signals between the instances
 * @param limits how much of a repository is taken
 */
public record MirrorTerms(Path folder, StreamClient http, Signals signals, FetchLimits limits) {}
