-- A repository connected to a workspace. The workspace's own room removes projects by announcement.
CREATE TABLE projects (
    id               TEXT    NOT NULL PRIMARY KEY,
    workspace_id     TEXT    NOT NULL,
    name             TEXT    NOT NULL,
    repo_full_name   TEXT    NOT NULL,
    default_branch   TEXT    NOT NULL,
    content_root     TEXT    NOT NULL,
    detected_stack   TEXT,
    status           TEXT    NOT NULL,
    created_at       BIGINT  NOT NULL,
    cdn_enabled      INTEGER NOT NULL,
    cdn_branch       TEXT,
    cdn_public_media INTEGER NOT NULL,
    UNIQUE (workspace_id, repo_full_name)
);
CREATE INDEX projects_repository ON projects (repo_full_name);

-- What a member of the workspace is in one project; person, address and profile stay with the workspace's member.
CREATE TABLE project_members (
    id                  TEXT    NOT NULL PRIMARY KEY,
    project_id          TEXT    NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    workspace_member_id TEXT    NOT NULL,
    role                TEXT    NOT NULL,
    specific_models     INTEGER NOT NULL,
    allowed_models      TEXT    NOT NULL,
    created_at          BIGINT  NOT NULL,
    UNIQUE (project_id, workspace_member_id)
);
CREATE INDEX project_members_member ON project_members (workspace_member_id);
