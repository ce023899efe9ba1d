/**
 * The refs of one repository: their storage, and moving any number of them at once.
 *
 * <p>Owns {@code packed-refs}. Deliberately not here: who may move what, and when; the one writer of a repository calls
 * it.
 */
@NullMarked
package cms.git.refs;

import org.jspecify.annotations.NullMarked;
