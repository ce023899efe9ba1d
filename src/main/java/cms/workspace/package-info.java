/**
 * The tenant: workspaces, their members and invitations, and the model keys that people bring along.
 *
 * <p>Owns who belongs to a workspace and in which role; an unknown workspace and somebody else's look the same.
 * Projects and their members are deliberately not here: {@code project} builds on this room.
 */
@NullMarked
package cms.workspace;

import org.jspecify.annotations.NullMarked;
