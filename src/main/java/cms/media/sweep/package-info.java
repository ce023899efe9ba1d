/**
 * Bytes that no row names: left by an upload that ended between its bytes and its row, or by a deletion that failed.
 * They are recorded, and removed when a day later still no row names them.
 */
@NullMarked
package cms.media.sweep;

import org.jspecify.annotations.NullMarked;
