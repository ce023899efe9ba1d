/**
 * What is known of an asset, and the rows that hold it.
 *
 * <p>Owns the words and filters of assets. When rows are written, and together with what, is decided by {@code media}.
 */
@NullMarked
package cms.media.asset;

import org.jspecify.annotations.NullMarked;
