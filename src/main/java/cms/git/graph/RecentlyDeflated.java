package cms.git.graph;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The large objects that the writer of a repository has packed last, kept for the next version of each. No path says
 * which object was which file: two versions of one file are recognised by their common beginning and end.
 */
public final class RecentlyDeflated {
    /** Below this, deflating the whole costs a save less than a sync of the disk does (docs/decisions/0043). */
    static final int LARGE_BYTES = 512 << 10;

    private static final int KEPT_MAX = 16;
    private static final long KEPT_BYTES_MAX = 12L << 20;

    private final Deque<Deflated> kept = new ArrayDeque<>();
    private long bytes;

    /** Deflates a content, from the most similar one that is kept or, without one, as a whole. */
    Deflated deflate(byte[] content) {
        Deflated nearest = null;
        int most = content.length / 4;
        for (Deflated known : kept) {
            int alike = known.alike(content);
            if (alike > most) {
                nearest = known;
                most = alike;
            }
        }
        Deflated fresh;
        if (nearest == null) {
            fresh = Deflated.of(content);
        } else {
            fresh = nearest.next(content);
            remove(nearest);
        }
        kept.addFirst(fresh);
        bytes += fresh.bytes();
        while (kept.size() > KEPT_MAX || bytes > KEPT_BYTES_MAX && kept.size() > 1) {
            remove(kept.getLast());
        }
        return fresh;
    }

    private void remove(Deflated known) {
        kept.removeIf(other -> other == known);
        bytes -= known.bytes();
    }

    /** Memory that all kept objects take, in bytes. */
    public long bytes() {
        return bytes;
    }
}
