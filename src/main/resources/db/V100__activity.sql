-- What people changed, and who did it. Rows outlive what they tell of, so nothing here refers to other tables.
CREATE TABLE activities (
    id           TEXT   NOT NULL PRIMARY KEY,
    position     BIGINT NOT NULL,
    workspace_id TEXT,
    project_id   TEXT,
    action       TEXT   NOT NULL,
    actor        TEXT,
    entity       TEXT   NOT NULL,
    record_id    TEXT,
    origin       TEXT   NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE INDEX activities_of_workspace ON activities (workspace_id, created_at, position);
CREATE INDEX activities_in_order ON activities (position);
CREATE INDEX activities_by_age ON activities (created_at);
