/**
 * The way of a write of content: the call, its submission to {@code review}, and the answer.
 *
 * <p>Owns the rule that a dry run stores nothing and is answered like any other write. Changing content is deliberately
 * not here.
 */
@NullMarked
package cms.content.write;

import org.jspecify.annotations.NullMarked;
