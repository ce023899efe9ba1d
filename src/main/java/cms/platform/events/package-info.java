/**
 * Announcements and signals: how a room notifies other rooms without knowing them.
 *
 * <p>Owns the two promises: a listener within the transaction sees exactly what commits, a listener after it is called
 * at least once; and that a signal is heard by every instance within a second. The announcements themselves are
 * deliberately not here: they belong to the announcer.
 */
@NullMarked
package cms.platform.events;

import org.jspecify.annotations.NullMarked;
