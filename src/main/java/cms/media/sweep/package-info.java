/**
 * Bytes that no row names: left by an upload that ended between its bytes and its row, or by a deletion that failed.
 *
 * <p>Owns the rule that they are recorded first, and removed when a day later still no row names them. Assets that
 * people delete are deliberately not here: they are in the bin ({@code media}).
 */
@NullMarked
package cms.media.sweep;

import org.jspecify.annotations.NullMarked;
