package cms.githost.mirror;

import cms.platform.events.Signals;
import cms.platform.net.StreamClient;
import java.nio.file.Path;

/**
 * What mirrors live on.
 *
 * @param folder theirs alone
 * @param http the way to the host
 * @param signals between the instances
 */
public record MirrorTerms(Path folder, StreamClient http, Signals signals) {}
