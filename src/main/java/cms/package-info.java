/**
 * The root: builds the rooms in their order, mounts their routes, starts and stops them.
 *
 * <p>Owns the list of rooms, and which settings each one gets. Rules of the product are deliberately not here: every
 * decision belongs to a room.
 */
@NullMarked
package cms;

import org.jspecify.annotations.NullMarked;
