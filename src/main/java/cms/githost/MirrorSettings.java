package cms.githost;

import cms.githost.mirror.MirrorTerms;
import cms.platform.events.Signals;
import cms.platform.net.StreamClient;
import java.nio.file.Path;

/**
 * Where copies of the repositories of a remote host live, and what keeps them fresh.
 *
 * @param folder theirs alone
 * @param http the way to the host
 * @param signals between the instances
 */
public record MirrorSettings(Path folder, StreamClient http, Signals signals) {
    MirrorTerms terms() {
        return new MirrorTerms(folder, http, signals);
    }
}
