/**
 * Where the bodies of a build lie while it is made.
 *
 * <p>Owns how many of them may be in the heap (decision 45). What they become, and which release reads them, is
 * deliberately not here.
 */
@NullMarked
package cms.delivery.pack;

import org.jspecify.annotations.NullMarked;
