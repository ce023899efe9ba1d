/**
 * What the environment says about this instance: each setting is read here once, checked, and given to the root as records.
 *
 * <p>This room alone owns the names of the settings (design 2.1); which room gets what is decided by the root.
 */
@NullMarked
package cms.settings;

import org.jspecify.annotations.NullMarked;
