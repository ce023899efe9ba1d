/**
 * The audit log, which is kept for 90 days, and the live event streams of projects.
 *
 * <p>Owns what an entry is, and the rule that a write and its entry commit together or not at all; what Git decides
 * alone is entered after it has happened. Which action a write is, its own room says. The right to read the log is
 * deliberately not here ({@code access} decides), and no other room depends on this one.
 */
@NullMarked
package cms.activity;

import org.jspecify.annotations.NullMarked;
