-- Keys of all kinds. The plain text is nowhere; a revoked row stays.
CREATE TABLE api_keys (
    id           TEXT   NOT NULL PRIMARY KEY,
    kind         TEXT   NOT NULL,
    workspace_id TEXT   NOT NULL,
    project_id   TEXT   NOT NULL,
    name         TEXT   NOT NULL,
    key_prefix   TEXT   NOT NULL,
    key_hash     TEXT   NOT NULL UNIQUE,
    scopes       TEXT   NOT NULL,
    created_by   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at   BIGINT
);
CREATE INDEX api_keys_project ON api_keys (project_id, kind);
CREATE INDEX api_keys_workspace ON api_keys (workspace_id, kind);

-- One row per project (or workspace) and kind; updating it makes two counts wait for each other.
CREATE TABLE api_key_counts (
    owner  TEXT   NOT NULL PRIMARY KEY,
    minted BIGINT NOT NULL
);
