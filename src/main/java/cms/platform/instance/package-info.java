/**
 * What every room of a running instance may be built on: rows, what is told and what runs by itself, bytes, other machines,
 * time.
 *
 * <p>Owns no rule; it is the one list that rooms are handed instead of a dozen parameters each. How its parts are opened, in
 * which order and by which settings, is deliberately not here: the root does that.
 */
@NullMarked
package cms.platform.instance;

import org.jspecify.annotations.NullMarked;
