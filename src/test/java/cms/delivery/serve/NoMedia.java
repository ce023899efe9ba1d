package cms.delivery.serve;

import cms.platform.limits.SlidingWindows;
import java.time.InstantSource;

/** Reads of media where nothing has been read yet, so that none is in memory. */
final class NoMedia {
    private NoMedia() {}

    @SuppressWarnings("NullAway") // what is not in memory asks nobody
    static MediaReads of(Gate gate) {
        return new MediaReads(
                gate,
                project -> false,
                new MediaReads.Parts(
                        null, null, new SlidingWindows(InstantSource.system()), 1, InstantSource.system()));
    }
}
