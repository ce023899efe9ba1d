package cms.project;

import cms.access.ProjectRole;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** SQL of the table {@code project_members}. */
final class ProjectMemberStore {
    private static final String COLUMNS =
            "id, project_id, workspace_member_id, role, specific_models, allowed_models, created_at";

    Optional<ProjectMember> find(Tx tx, String projectId, String workspaceMemberId) {
        return tx.query("SELECT " + COLUMNS + " FROM project_members"
                        + " WHERE project_id = :projectId AND workspace_member_id = :memberId")
                .bind("projectId", projectId)
                .bind("memberId", workspaceMemberId)
                .map((row, context) -> member(row))
                .findOne();
    }

    List<ProjectMember> list(Tx tx, String projectId) {
        return tx.query("SELECT " + COLUMNS + " FROM project_members WHERE project_id = :projectId"
                        + " ORDER BY created_at, id")
                .bind("projectId", projectId)
                .map((row, context) -> member(row))
                .list();
    }

    /** The roles of a member of the workspace, in each of its projects where there is one. */
    List<ProjectMember> ofMember(Tx tx, String workspaceMemberId) {
        return tx.query("SELECT " + COLUMNS + " FROM project_members WHERE workspace_member_id = :memberId")
                .bind("memberId", workspaceMemberId)
                .map((row, context) -> member(row))
                .list();
    }

    /** Adds a member, or changes role and models of the existing one; returns the stored row. */
    ProjectMember upsert(Tx tx, ProjectMember member) {
        return tx.query("""
                INSERT INTO project_members (id, project_id, workspace_member_id, role, specific_models,
                                             allowed_models, created_at)
                VALUES (:id, :projectId, :memberId, :role, :specificModels, :allowedModels, :createdAt)
                ON CONFLICT (project_id, workspace_member_id) DO UPDATE
                SET role = excluded.role, specific_models = excluded.specific_models,
                    allowed_models = excluded.allowed_models
                RETURNING id, project_id, workspace_member_id, role, specific_models, allowed_models, created_at
                """)
                .bind("id", member.id())
                .bind("projectId", member.projectId())
                .bind("memberId", member.workspaceMemberId())
                .bind("role", member.role().key())
                .bind("specificModels", member.specificModels() ? 1 : 0)
                .bind("allowedModels", Json.text(member.allowedModels()))
                .bind("createdAt", member.createdAt().toEpochMilli())
                .map((row, context) -> member(row))
                .one();
    }

    /** Deletes a member; false when there was none. */
    boolean delete(Tx tx, String projectId, String id) {
        return tx.update("DELETE FROM project_members WHERE project_id = :projectId AND id = :id")
                        .bind("projectId", projectId)
                        .bind("id", id)
                        .execute()
                == 1;
    }

    void deleteOfWorkspaceMember(Tx tx, String workspaceMemberId) {
        tx.update("DELETE FROM project_members WHERE workspace_member_id = :memberId")
                .bind("memberId", workspaceMemberId)
                .execute();
    }

    private static ProjectMember member(ResultSet row) throws SQLException {
        List<String> models = new ArrayList<>();
        Json.parse(row.getString("allowed_models")).forEach(id -> models.add(id.asString()));
        return new ProjectMember(
                row.getString("id"),
                row.getString("project_id"),
                row.getString("workspace_member_id"),
                ProjectRole.find(row.getString("role")).orElseThrow(),
                row.getInt("specific_models") != 0,
                models,
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
