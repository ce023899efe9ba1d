/**
 * Holds the bodies of a build while it runs, and says of one that broke off that they are to go.
 *
 * <p>Owns how many of them may be in the heap (decision 45). Their use in releases is deliberately not here.
 */
@NullMarked
package cms.delivery.pack;

import org.jspecify.annotations.NullMarked;
