/**
 * Temporary files for bytes that are too many for memory: uploads, attachments, exports.
 *
 * <p>Owns the folder of nameless files, so that a stop of any kind leaves nothing behind. Files that are kept are in
 * {@code platform.objects}.
 */
@NullMarked
package cms.platform.scratch;

import org.jspecify.annotations.NullMarked;
