/**
 * What hostile callers do to the running service, while somebody else works in it: one file for each kind of attack.
 *
 * <p>Run by {@code .ci/attacks}; an attack that ends the process, or keeps the others waiting, fails it.
 */
@NullMarked
package cms.attacks;

import org.jspecify.annotations.NullMarked;
