/**
 * Meters: what a workspace has used in a UTC month, and how much its plan leaves.
 *
 * <p>Owns that check and count are one statement, so that nobody gets more than the plan grants however many ask at
 * once. What is counted is deliberately not here: the room that stores a thing counts it in the same transaction.
 */
@NullMarked
package cms.usage;

import org.jspecify.annotations.NullMarked;
