-- Personal access tokens by hash; they end with their user. Scopes and project ids are words with blanks between them.
CREATE TABLE personal_tokens (
    id           TEXT   NOT NULL PRIMARY KEY,
    hash         TEXT   NOT NULL UNIQUE,
    user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider     TEXT   NOT NULL,
    account_id   TEXT   NOT NULL,
    name         TEXT   NOT NULL,
    shown        TEXT   NOT NULL,
    scopes       TEXT   NOT NULL,
    projects     TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX personal_tokens_user ON personal_tokens (user_id);
CREATE INDEX personal_tokens_expiry ON personal_tokens (expires_at);
