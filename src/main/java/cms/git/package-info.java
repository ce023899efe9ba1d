/**
 * Bare Git repositories: read a tree, commit a change set, compare, merge three ways, move several refs at once.
 *
 * <p>Owns durability and the single writer of a repository: the results of {@link cms.git.Repository#write} are on the
 * disk when it returns, objects before refs, all refs of a write together or none. Deliberately not here: the meaning
 * of files, who may write, and names of branches with a meaning; remote hosts belong to {@code githost}.
 */
@NullMarked
package cms.git;

import org.jspecify.annotations.NullMarked;
