/**
 * Open changes as people see them: author, time, subject, and whether they still merge. Owns the details of a change in
 * a list, and caches them until the change or {@code cms} moves. The values that a change alters are deliberately not
 * here.
 */
@NullMarked
package cms.review.details;

import org.jspecify.annotations.NullMarked;
