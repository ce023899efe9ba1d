package cms.media.asset;

import java.util.Optional;
import java.util.Set;

/**
 * How an asset is deleted.
 *
 * @param force also when content names it
 * @param permanent without a day in the bin
 * @param ifMatch the entity tags without quotes of which the asset must have one, {@code *} for any; empty for no
 *     expectation
 */
public record Deletion(boolean force, boolean permanent, Optional<Set<String>> ifMatch) {
    /** Into the bin, whatever state the asset has. */
    public static Deletion toBin(boolean force) {
        return new Deletion(force, false, Optional.empty());
    }

    /**
     * What became of one asset of many.
     *
     * @param refusal why it stays; empty when it is gone
     */
    public record Outcome(String id, Optional<String> refusal) {}
}
