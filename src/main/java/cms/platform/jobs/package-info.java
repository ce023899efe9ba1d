/**
 * Work that is done later or repeatedly, recorded in the database.
 *
 * <p>Owns leases and retries across instances, and requests of one instance that become one. What the work is, is
 * deliberately not here: rooms register it.
 */
@NullMarked
package cms.platform.jobs;

import org.jspecify.annotations.NullMarked;
