/**
 * What a key may read beyond the files of the current release: kept releases, what changed between two of them,
 * queries over the entries of one, and news of the next.
 *
 * <p>Owns that each of these looks at exactly one release. Who may read, and the headers of an answer, are
 * deliberately not here: {@code serve} decides them for every read alike.
 */
@NullMarked
package cms.delivery.read;

import org.jspecify.annotations.NullMarked;
