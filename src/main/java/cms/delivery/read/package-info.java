/**
 * Reads with a key beyond the files of the current release: kept releases, the differences between two of them, queries
 * over the entries of one, and announcements of the next.
 *
 * <p>Owns the rule that each of these reads one release only. Who may read, and the headers of an answer, are
 * deliberately not here: {@code serve} decides them for every read alike.
 */
@NullMarked
package cms.delivery.read;

import org.jspecify.annotations.NullMarked;
