/**
 * Changes of the rules of content: models, forms, configuration, vocabulary, and the first files of a project.
 *
 * <p>Owns the rule that a new definition rewrites and moves all stored content in the same commit, or reports what it
 * breaks. Entries themselves are deliberately not changed here otherwise.
 */
@NullMarked
package cms.content.schema;

import org.jspecify.annotations.NullMarked;
