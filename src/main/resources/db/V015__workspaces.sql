CREATE TABLE workspaces (
    id              TEXT   NOT NULL PRIMARY KEY,
    name            TEXT   NOT NULL,
    slug            TEXT   NOT NULL UNIQUE,
    type            TEXT   NOT NULL,
    plan            TEXT   NOT NULL,
    owner_id        TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    installation_id BIGINT UNIQUE,
    created_at      BIGINT NOT NULL
);
CREATE INDEX workspaces_owner ON workspaces (owner_id);

-- Members and pending invitations; an invitation of somebody without an account has no user yet.
CREATE TABLE workspace_members (
    id                TEXT   NOT NULL PRIMARY KEY,
    workspace_id      TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id           TEXT   REFERENCES users (id) ON DELETE CASCADE,
    role              TEXT   NOT NULL,
    invited_email     TEXT,
    invited_email_key TEXT,
    invited_at        BIGINT NOT NULL,
    accepted_at       BIGINT,
    UNIQUE (workspace_id, user_id),
    UNIQUE (workspace_id, invited_email_key)
);
CREATE INDEX workspace_members_user ON workspace_members (user_id);
CREATE INDEX workspace_members_email ON workspace_members (invited_email_key);

-- Model keys that people bring along, sealed.
CREATE TABLE ai_keys (
    id           TEXT   NOT NULL PRIMARY KEY,
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider     TEXT   NOT NULL,
    sealed_key   TEXT   NOT NULL,
    key_hint     TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    UNIQUE (workspace_id, user_id, provider)
);
