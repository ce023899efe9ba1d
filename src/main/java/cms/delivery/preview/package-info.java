/**
 * Links under which an open change is read through the delivery paths before it lands, drafts included.
 *
 * <p>Owns the right to read a preview and its end, and how many previews are made and kept at once. How a file is made
 * of content is deliberately not here: {@code delivery.build} decides it.
 */
@NullMarked
package cms.delivery.preview;

import org.jspecify.annotations.NullMarked;
