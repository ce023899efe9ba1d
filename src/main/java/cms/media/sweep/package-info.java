/**
 * Bytes that nothing names: what an upload left that ended between its bytes and its row, and what a deletion could not
 * remove. They are seen once, and removed when a day later still nothing names them.
 */
@NullMarked
package cms.media.sweep;

import org.jspecify.annotations.NullMarked;
