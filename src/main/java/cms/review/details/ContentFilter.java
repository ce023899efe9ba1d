package cms.review.details;

import java.util.Optional;

/**
 * The content that open changes are asked for by.
 *
 * @param locale what has none belongs to each; empty for all
 * @param entry an entry's id or a document's slug; empty for everything that the model has
 */
public record ContentFilter(String model, Optional<String> locale, Optional<String> entry) {}
