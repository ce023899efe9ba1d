/**
 * Finds entries by their words: case and diacritics folded, the beginnings of words, phrases in quotes.
 *
 * <p>Owns the definition of a word, and the order of hits. It reads snapshots and nothing else: the models that may be
 * searched are deliberately given by the caller, and no file is parsed again for a query.
 */
@NullMarked
package cms.content.search;

import org.jspecify.annotations.NullMarked;
