package cms.media.asset;

import java.util.Optional;
import java.util.Set;

/**
 * How an asset is deleted.
 *
 * @param force also while content uses it
 * @param permanent at once instead of after a day in the bin
 * @param ifMatch expected entity tags without quotes, one of which the asset must have, {@code *} for any; empty for no
 *     expectation
 */
public record Deletion(boolean force, boolean permanent, Optional<Set<String>> ifMatch) {
    /** A move to the bin, whatever state the asset has. */
    public static Deletion toBin(boolean force) {
        return new Deletion(force, false, Optional.empty());
    }
}
