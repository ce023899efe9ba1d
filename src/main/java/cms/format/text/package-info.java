/**
 * Converts values to text and back: JSON as ECMAScript prints it, YAML 1.2 for the front matter of documents.
 *
 * <p>Owns the exact bytes, and the limits of reading. The meaning of values is deliberately not here: this package
 * knows trees, texts and lines only.
 */
@NullMarked
package cms.format.text;

import org.jspecify.annotations.NullMarked;
