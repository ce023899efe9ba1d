/**
 * Reports of an instance on itself: its metrics, the state of its parts, and the lines of its log.
 *
 * <p>Owns the rule that an outage of a part is one line at its beginning and one at its end. The use of a part, and the
 * work that goes on without it, are deliberately not here.
 */
@NullMarked
package cms.monitoring;

import org.jspecify.annotations.NullMarked;
