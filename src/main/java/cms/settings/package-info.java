/**
 * The settings of this instance: each is read from the environment here once, checked, and given to the root as
 * records.
 *
 * <p>This room alone owns the names of the settings (design 2.1); the root distributes them to the rooms. What a
 * workspace or a project sets for itself is deliberately not here: it is in the rows of its room.
 */
@NullMarked
package cms.settings;

import org.jspecify.annotations.NullMarked;
