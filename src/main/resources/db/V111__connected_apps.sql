-- Clients that registered themselves; those that describe themselves at a URL have no row.
CREATE TABLE oauth_clients (
    id         TEXT   NOT NULL PRIMARY KEY,
    document   TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX oauth_clients_age ON oauth_clients (used_at, created_at);

-- What a person lets an app do in one project; it begins when the app redeems its code.
CREATE TABLE oauth_grants (
    id            TEXT   NOT NULL PRIMARY KEY,
    user_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id  TEXT   NOT NULL,
    project_id    TEXT   NOT NULL,
    client_id     TEXT   NOT NULL,
    client_name   TEXT   NOT NULL,
    client_host   TEXT   NOT NULL,
    redirect_host TEXT   NOT NULL,
    scopes        TEXT   NOT NULL,
    audience      TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    ends_at       BIGINT NOT NULL,
    began_at      BIGINT,
    last_used_at  BIGINT,
    ended_at      BIGINT,
    sealed_token  TEXT
);
CREATE INDEX oauth_grants_workspace ON oauth_grants (workspace_id);
CREATE INDEX oauth_grants_user ON oauth_grants (user_id, client_id);
CREATE INDEX oauth_grants_project ON oauth_grants (project_id);

-- Codes by SHA-256; a used one is kept, so that a second use is known for what it is.
CREATE TABLE oauth_codes (
    hash         TEXT   NOT NULL PRIMARY KEY,
    grant_id     TEXT   NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
    redirect_uri TEXT   NOT NULL,
    challenge    TEXT   NOT NULL,
    expires_at   BIGINT NOT NULL,
    used_at      BIGINT
);
CREATE INDEX oauth_codes_grant ON oauth_codes (grant_id);

-- Access tokens (with their scopes) and refresh tokens (without) by SHA-256.
CREATE TABLE oauth_tokens (
    hash       TEXT   NOT NULL PRIMARY KEY,
    grant_id   TEXT   NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
    scopes     TEXT,
    expires_at BIGINT NOT NULL,
    rotated_at BIGINT
);
CREATE INDEX oauth_tokens_grant ON oauth_tokens (grant_id);
CREATE INDEX oauth_tokens_age ON oauth_tokens (expires_at);

-- Forms of the consent page that were sent; none is taken twice.
CREATE TABLE oauth_used_forms (
    hash      TEXT   NOT NULL PRIMARY KEY,
    forget_at BIGINT NOT NULL
);
