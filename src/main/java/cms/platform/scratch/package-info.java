/**
 * Bytes on their way that are too many for memory: uploads, attachments, exports.
 *
 * <p>Owns the folder of files without names, so that a stop of any kind leaves nothing behind. What is kept goes to
 * {@code platform.objects}.
 */
@NullMarked
package cms.platform.scratch;

import org.jspecify.annotations.NullMarked;
