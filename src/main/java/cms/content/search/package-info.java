/**
 * Finds entries by their words: case and diacritics folded, the beginnings of words, phrases in quotes.
 *
 * <p>Owns the rule of what a word is and which hit comes first. It reads snapshots and nothing else: whose models may be
 * searched is deliberately told by the caller, and no text is parsed again for a question.
 */
@NullMarked
package cms.content.search;

import org.jspecify.annotations.NullMarked;
