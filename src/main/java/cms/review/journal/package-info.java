/**
 * What happened to the branches of a repository, told from its commits, from any point on, as often as anybody asks.
 *
 * <p>Owns the journal (the ref of this service's own that moves with the branches whose moves no commit on {@code cms}
 * tells of) and the place up to which rows have been written. Deliberately not here: who is told, and of what.
 */
@NullMarked
package cms.review.journal;

import org.jspecify.annotations.NullMarked;
