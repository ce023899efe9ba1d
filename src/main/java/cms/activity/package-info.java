/**
 * The audit log (who changed what, kept for 90 days) and the live event streams of projects.
 *
 * <p>Owns the table from routes to actions, and the rule that a write and its entry commit together or not at all;
 * what Git decides alone is entered once it has happened. Who may read the log is deliberately not here ({@code
 * access} says so), and no other room knows this one.
 */
@NullMarked
package cms.activity;

import org.jspecify.annotations.NullMarked;
