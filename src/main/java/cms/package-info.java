/**
 * The root: reads the settings, builds the rooms in their order, mounts their routes, starts and stops them.
 *
 * <p>Owns the list of settings and the list of rooms. Rules of the product are deliberately not here: every
 * decision belongs to a room.
 */
@NullMarked
package cms;

import org.jspecify.annotations.NullMarked;
