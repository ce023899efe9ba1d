/**
 * The settings of this instance: each is read from the environment here once, checked, and given to the root as
 * records.
 *
 * <p>This room alone owns the names of the settings (design 2.1); the root distributes them to the rooms.
 */
@NullMarked
package cms.settings;

import org.jspecify.annotations.NullMarked;
