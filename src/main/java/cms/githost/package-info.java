/**
 * The source of repositories: accounts, installations, the repositories that they reach, and starter templates.
 *
 * <p>Owns the name and the default branch of every connected repository, and which workspace an installation serves.
 * Deliberately not here: what happens inside a repository ({@code git}) and the projects that use one.
 */
@NullMarked
package cms.githost;

import org.jspecify.annotations.NullMarked;
