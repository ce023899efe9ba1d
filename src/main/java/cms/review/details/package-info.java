/**
 * Open changes as people see them: who, since when, about what, and whether they still fit. It alone knows what is told of a
 * change in a list, and remembers it for as long as neither the change nor what has landed moves. What a change changes value
 * by value is deliberately not here.
 */
@NullMarked
package cms.review.details;

import org.jspecify.annotations.NullMarked;
