/**
 * Public forms: submissions of a website's visitors, and members' decisions about them.
 *
 * <p>Owns the rule that a submission becomes an entry once, however often and by whom it is approved. Writing the entry
 * is deliberately not here ({@code content} does), nor is counting against the plan ({@code usage}).
 */
@NullMarked
package cms.forms;

import org.jspecify.annotations.NullMarked;
