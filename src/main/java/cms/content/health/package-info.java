/**
 * The health of one project from commit to commit, and what of it a caller with a list of models sees.
 *
 * <p>Owns the rule that what did not change is not checked again, and that what the last landing broke is told from
 * Git. The checks themselves are deliberately not here ({@code content.check}).
 */
@NullMarked
package cms.content.health;

import org.jspecify.annotations.NullMarked;
