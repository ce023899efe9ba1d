-- What people have added for the agent to read, in our own form, for a day. blocks is what a model gets.
CREATE TABLE agent_attachments (
    id           TEXT    NOT NULL PRIMARY KEY,
    workspace_id TEXT    NOT NULL,
    project_id   TEXT    NOT NULL,
    user_id      TEXT    NOT NULL,
    source       TEXT    NOT NULL,
    filename     TEXT    NOT NULL,
    mime         TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    blocks       TEXT    NOT NULL,
    created_at   BIGINT  NOT NULL
);
CREATE INDEX agent_attachments_owner ON agent_attachments (project_id, user_id, created_at);
