package cms.workspace;

import cms.access.WorkspaceRole;
import cms.platform.db.Columns;
import cms.platform.db.Tx;
import cms.platform.mail.EmailAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the table {@code workspace_members}; names and pictures come from the {@code users} of {@code auth}. */
final class MemberStore {
    private static final String SELECT = """
            SELECT m.id, m.workspace_id, m.user_id, m.role, m.invited_email, m.invited_at, m.accepted_at,
                   u.display_name, u.email, COALESCE(u.uploaded_avatar, u.provider_avatar) AS avatar_url
            FROM workspace_members m LEFT JOIN users u ON u.id = m.user_id
            """;

    /** Pending rows of a person: by user, or by an address that a provider has confirmed. */
    private static final String PENDING = """
            accepted_at IS NULL
            AND (user_id = :userId
                 OR (user_id IS NULL AND invited_email_key = :emailKey
                     AND EXISTS (SELECT 1 FROM users u WHERE u.id = :userId AND u.email_trust <> 'unverified')
                     AND NOT EXISTS (SELECT 1 FROM workspace_members o
                                     WHERE o.workspace_id = workspace_members.workspace_id AND o.user_id = :userId)))
            """;

    /** @param userId null while no user with the address has signed in */
    record NewMember(
            String id,
            String workspaceId,
            @Nullable String userId,
            WorkspaceRole role,
            @Nullable String invitedEmail,
            long invitedAt,
            @Nullable Long acceptedAt) {
        /** The owner of a new workspace, a member since its creation. */
        static NewMember owner(String id, Workspace workspace) {
            long now = workspace.createdAt().toEpochMilli();
            return new NewMember(id, workspace.id(), workspace.ownerId(), WorkspaceRole.OWNER, null, now, now);
        }
    }

    void insert(Tx tx, NewMember member) {
        String email = member.invitedEmail();
        tx.update("""
                INSERT INTO workspace_members (id, workspace_id, user_id, role, invited_email, invited_email_key,
                                               invited_at, accepted_at)
                VALUES (:id, :workspaceId, :userId, :role, :email, :emailKey, :invitedAt, :acceptedAt)
                """)
                .bind("id", member.id())
                .bind("workspaceId", member.workspaceId())
                .bind("userId", member.userId())
                .bind("role", member.role().key())
                .bind("email", email)
                .bind("emailKey", email == null ? null : EmailAddress.keyOf(email))
                .bind("invitedAt", member.invitedAt())
                .bind("acceptedAt", member.acceptedAt())
                .execute();
    }

    /** The members and invitations of a workspace in the order of invitation, the owner first. */
    List<WorkspaceMember> list(Tx tx, String workspaceId) {
        return tx.query(SELECT + " WHERE m.workspace_id = :workspaceId ORDER BY m.invited_at, m.id")
                .bind("workspaceId", workspaceId)
                .map((row, context) -> member(row))
                .list();
    }

    /** Addresses of the owner and the admins who have accepted, each once. */
    List<String> adminAddresses(Tx tx, String workspaceId) {
        return list(tx, workspaceId).stream()
                .filter(member -> member.acceptedAt() != null && member.role().isAtLeast(WorkspaceRole.ADMIN))
                .map(WorkspaceMember::profile)
                .map(WorkspaceMember.Profile::email)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    int count(Tx tx, String workspaceId) {
        return tx.query("SELECT COUNT(*) FROM workspace_members WHERE workspace_id = :workspaceId")
                .bind("workspaceId", workspaceId)
                .mapTo(Integer.class)
                .one();
    }

    Optional<WorkspaceMember> find(Tx tx, String workspaceId, String memberId) {
        return tx.query(SELECT + " WHERE m.workspace_id = :workspaceId AND m.id = :id")
                .bind("workspaceId", workspaceId)
                .bind("id", memberId)
                .map((row, context) -> member(row))
                .findOne();
    }

    Optional<WorkspaceMember> findByUser(Tx tx, String workspaceId, String userId) {
        return tx.query(SELECT + """
                 WHERE m.workspace_id = :workspaceId AND m.user_id = :userId AND m.accepted_at IS NOT NULL
                """)
                .bind("workspaceId", workspaceId)
                .bind("userId", userId)
                .map((row, context) -> member(row))
                .findOne();
    }

    Optional<WorkspaceMember> findByEmail(Tx tx, String workspaceId, String email) {
        return tx.query(SELECT + """
                 WHERE m.workspace_id = :workspaceId AND (m.invited_email_key = :key OR u.email_key = :key)
                 ORDER BY m.invited_at, m.id
                """)
                .bind("workspaceId", workspaceId)
                .bind("key", EmailAddress.keyOf(email))
                .map((row, context) -> member(row))
                .findFirst();
    }

    /** The id of the user with an invited address, when a provider has confirmed it. */
    Optional<String> findUserByProvenEmail(Tx tx, String email) {
        return tx.query("""
                SELECT id FROM users WHERE email_key = :key AND email_trust <> 'unverified'
                ORDER BY created_at, id
                """)
                .bind("key", EmailAddress.keyOf(email))
                .mapTo(String.class)
                .findFirst();
    }

    List<WorkspaceMember> ofUser(Tx tx, String userId) {
        return tx.query(SELECT + " WHERE m.user_id = :userId")
                .bind("userId", userId)
                .map((row, context) -> member(row))
                .list();
    }

    boolean hasPending(Tx tx, String userId, String email) {
        return tx.query("SELECT id FROM workspace_members WHERE " + PENDING + " LIMIT 1")
                .bind("userId", userId)
                .bind("emailKey", EmailAddress.keyOf(email))
                .mapTo(String.class)
                .findFirst()
                .isPresent();
    }

    void acceptAll(Tx tx, String userId, String email, long nowMillis) {
        tx.update("UPDATE workspace_members SET user_id = :userId, accepted_at = :now WHERE " + PENDING)
                .bind("userId", userId)
                .bind("emailKey", EmailAddress.keyOf(email))
                .bind("now", nowMillis)
                .execute();
    }

    void setRole(Tx tx, String memberId, WorkspaceRole role) {
        tx.update("UPDATE workspace_members SET role = :role WHERE id = :id")
                .bind("id", memberId)
                .bind("role", role.key())
                .execute();
    }

    void setInvitedAt(Tx tx, String memberId, long nowMillis) {
        tx.update("UPDATE workspace_members SET invited_at = :now WHERE id = :id AND accepted_at IS NULL")
                .bind("id", memberId)
                .bind("now", nowMillis)
                .execute();
    }

    void delete(Tx tx, String memberId) {
        tx.update("DELETE FROM workspace_members WHERE id = :id")
                .bind("id", memberId)
                .execute();
    }

    private static WorkspaceMember member(ResultSet row) throws SQLException {
        return new WorkspaceMember(
                row.getString("id"),
                row.getString("workspace_id"),
                row.getString("user_id"),
                WorkspaceRole.find(row.getString("role")).orElseThrow(),
                row.getString("invited_email"),
                Instant.ofEpochMilli(row.getLong("invited_at")),
                Columns.instant(row, "accepted_at"),
                new WorkspaceMember.Profile(
                        row.getString("display_name"), row.getString("email"), row.getString("avatar_url")));
    }
}
