/**
 * Makes the files that a website reads from a commit and an instant, and from nothing else, so that the result is
 * always the same.
 *
 * <p>Owns the rule of what is published, and the form of every delivered file (spec 4.12, reference 5.1 and 5.2).
 * Storing files, the right to read them and the start of a build are deliberately not here.
 */
@NullMarked
package cms.delivery.build;

import org.jspecify.annotations.NullMarked;
