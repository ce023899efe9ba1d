/**
 * Public forms: what visitors of a website send, and what members decide about it.
 *
 * <p>Owns that a submission becomes an entry once, however often and by whom it is approved. Writing the entry is
 * deliberately not here: that is a verb of {@code content}; what counts against the plan is {@code usage}.
 */
@NullMarked
package cms.forms;

import org.jspecify.annotations.NullMarked;
