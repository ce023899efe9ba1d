/**
 * From a commit and an instant to the files that a website reads: nothing else goes in, and the same comes out
 * every time.
 *
 * <p>Owns what is published and what every delivered file looks like (spec 4.12, reference 5.1 and 5.2). Where the
 * files are kept, who may read them and when a build runs are deliberately not here.
 */
@NullMarked
package cms.delivery.build;

import org.jspecify.annotations.NullMarked;
