/**
 * The refs of one repository: how they lie on the disk, and how any number of them moves at once.
 *
 * <p>Owns {@code packed-refs}. Deliberately not here: who may move what, and when; the one
 * writer of a repository calls it.
 */
@NullMarked
package cms.git.refs;

import org.jspecify.annotations.NullMarked;
