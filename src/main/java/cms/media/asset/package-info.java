/**
 * The record of an asset, its JSON, and its rows.
 *
 * <p>Owns the texts and filters of assets. {@code media} decides when rows are written, and together with what.
 */
@NullMarked
package cms.media.asset;

import org.jspecify.annotations.NullMarked;
