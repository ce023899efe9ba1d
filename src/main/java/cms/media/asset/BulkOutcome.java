package cms.media.asset;

import java.util.Optional;

/**
 * The outcome of an action on many assets for one of them.
 *
 * @param refusal why nothing was done to it; empty when it was
 */
public record BulkOutcome(String id, Optional<String> refusal) {}
