/**
 * The tenant: workspaces, their members and invitations, and people's own model keys.
 *
 * <p>Owns memberships and their roles; an unknown workspace and one of others are answered alike. Projects and their
 * members are deliberately not here: {@code project} builds on this room.
 */
@NullMarked
package cms.workspace;

import org.jspecify.annotations.NullMarked;
