/**
 * What an instance says of itself: its metrics, whether its parts work, and the lines of its log.
 *
 * <p>Owns that an outage of a part is one line at its beginning and one at its end. What a part is for, and what goes on
 * without it, is deliberately not here.
 */
@NullMarked
package cms.monitoring;

import org.jspecify.annotations.NullMarked;
