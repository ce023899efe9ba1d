-- Keys for programs that talk to the agent (spec 2.11); the key itself is in api_keys. counted makes two counts wait for each
-- other.
CREATE TABLE conversation_keys (
    key_id              TEXT    NOT NULL PRIMARY KEY,
    workspace_id        TEXT    NOT NULL,
    project_id          TEXT    NOT NULL,
    key_prefix          TEXT    NOT NULL,
    settings            TEXT    NOT NULL,
    counted             BIGINT  NOT NULL,
    created_by          TEXT    NOT NULL,
    created_at          BIGINT  NOT NULL,
    revoked_at          BIGINT
);
CREATE INDEX conversation_keys_project ON conversation_keys (project_id, created_at);
