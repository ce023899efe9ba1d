package cms.review.details;

import java.util.Optional;

/**
 * The content by which open changes are filtered.
 *
 * @param locale the locale, to each of which content without one belongs; empty for all
 * @param entry an entry's id or a document's slug; empty for everything that the model has
 */
public record ContentFilter(String model, Optional<String> locale, Optional<String> entry) {}
