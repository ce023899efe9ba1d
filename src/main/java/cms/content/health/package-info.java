/**
 * The health of one project from commit to commit: what did not change is not checked again, what the last landing
 * broke is told from Git, and what of it a caller with a list of models sees is told apart in a few characters.
 */
@NullMarked
package cms.content.health;

import org.jspecify.annotations.NullMarked;
