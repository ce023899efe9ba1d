/**
 * Meters: the use of a workspace in a UTC month, and the amount that its plan leaves.
 *
 * <p>Owns the rule that check and count are one statement, so that a workspace never gets more than its plan grants,
 * however many requests come at once. Counting itself is deliberately not here: the room that stores a thing counts it
 * in the same transaction.
 */
@NullMarked
package cms.usage;

import org.jspecify.annotations.NullMarked;
