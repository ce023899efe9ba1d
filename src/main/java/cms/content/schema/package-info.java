/**
 * Every change of what content must look like: models, forms, configuration, vocabulary, and a project's beginning.
 *
 * <p>Owns the rule that a new definition takes all stored content along in the same commit, or says what it breaks.
 * Entries themselves are deliberately not changed here otherwise.
 */
@NullMarked
package cms.content.schema;

import org.jspecify.annotations.NullMarked;
