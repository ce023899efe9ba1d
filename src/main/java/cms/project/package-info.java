/**
 * A repository connected to a workspace: the project, its members, and a caller's rights in it.
 *
 * <p>Owns the answer to "may this caller do that in this project": {@link cms.project.Access} is the single place that
 * gives it. Deliberately not here: the table of roles ({@code access}), the files of the repository ({@code content})
 * and the life of its branches ({@code review}).
 */
@NullMarked
package cms.project;

import org.jspecify.annotations.NullMarked;
