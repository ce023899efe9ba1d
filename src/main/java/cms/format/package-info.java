/**
 * The files of {@code .cms/}: their meaning, their paths, and their written form.
 *
 * <p>Owns the canonical form of every content file, the layout of the data directory, and the reading of models,
 * configuration, entry meta and vocabulary, tolerant of anything a person may have pushed. Input and output are
 * deliberately not here: this room is pure, never touches Git, a disk or a clock, and never throws on bad content.
 */
@NullMarked
package cms.format;

import org.jspecify.annotations.NullMarked;
