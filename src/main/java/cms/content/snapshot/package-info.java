/**
 * The content of one commit, parsed once and carried over to the next commit as far as nothing changed.
 *
 * <p>Owns the parsed state and its JSON form: every file is read once per version, every part printed once. Rights and
 * validity are deliberately not here: the door of {@code content} and {@code content.check} decide on them.
 */
@NullMarked
package cms.content.snapshot;

import org.jspecify.annotations.NullMarked;
