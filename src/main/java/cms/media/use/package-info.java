/**
 * Where content names assets: an index of rows that follows the branches of a project and can be made again.
 *
 * <p>Owns what counts as naming an asset. What follows from it, for instance that a used asset is not deleted unasked,
 * is decided by {@code media}.
 */
@NullMarked
package cms.media.use;

import org.jspecify.annotations.NullMarked;
