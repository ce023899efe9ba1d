/**
 * The language of models and configuration, as data: all types, keys and kinds with their meaning.
 *
 * <p>Owns the one description of a field's type and keys: the schemas for editors are made from it, messages name its
 * words, and tests hold the interface description and docs/content-models.md to it. Whether a value is valid is
 * deliberately not decided here: that is {@code content.check}.
 */
@NullMarked
package cms.format.language;

import org.jspecify.annotations.NullMarked;
