/**
 * The life of a change: a {@code cr/*} branch is opened, compared, landed on {@code cms} or rejected, and cleaned up.
 *
 * <p>Owns the workflow decision (does a change land at once or wait for a person) and the two refs that content lives
 * on: no other room moves {@code cms} or the default branch. Deliberately not here: the meaning and validity of files;
 * a write is handed in as a function from the tip to a change set.
 */
@NullMarked
package cms.review;

import org.jspecify.annotations.NullMarked;
