/**
 * Bare Git repositories: read a tree, commit a change set, compare, merge three ways, move several refs at once.
 *
 * <p>Owns durability and the one writer of a repository: what {@link cms.git.Repository#write} has returned is on
 * the disk, objects before refs, all refs of a write together or none. Deliberately not here: what the files
 * mean, who may write, and names of branches with a meaning; remote hosts belong to {@code githost}.
 */
@NullMarked
package cms.git;

import org.jspecify.annotations.NullMarked;
