/**
 * The events of the branches of a repository, read from its commits, from any position on and as often as needed.
 *
 * <p>Owns the journal (the ref of this service's own that moves with the branches whose moves no commit on {@code cms}
 * records) and the position up to which events have been announced. Deliberately not here: who hears of which events.
 */
@NullMarked
package cms.review.journal;

import org.jspecify.annotations.NullMarked;
