/**
 * Links under which an open change is read through the delivery paths before it lands, drafts included.
 *
 * <p>Owns the right to read a preview, and its end. Making files from a branch is deliberately not here.
 */
@NullMarked
package cms.delivery.preview;

import org.jspecify.annotations.NullMarked;
