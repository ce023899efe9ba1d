/**
 * The audit log, which is kept for 90 days, and the live event streams of projects.
 *
 * <p>Owns the table from routes to actions, and the rule that a write and its entry commit together or not at all;
 * events that Git decides alone are entered after they have happened. The right to read the log is deliberately not
 * here ({@code access} decides), and no other room depends on this one.
 */
@NullMarked
package cms.activity;

import org.jspecify.annotations.NullMarked;
