-- People. An address that somebody has vouched for belongs to one user.
CREATE TABLE users (
    id                  TEXT   NOT NULL PRIMARY KEY,
    email               TEXT   NOT NULL,
    email_key           TEXT   NOT NULL,
    email_trust         TEXT   NOT NULL,
    display_name        TEXT   NOT NULL,
    theme               TEXT   NOT NULL,
    provider            TEXT   NOT NULL,
    provider_account_id TEXT   NOT NULL,
    provider_avatar     TEXT,
    uploaded_avatar     TEXT,
    created_at          BIGINT NOT NULL
);
CREATE UNIQUE INDEX users_email ON users (email_key, email_trust) WHERE email_trust <> 'unverified';
CREATE INDEX users_email_key ON users (email_key);

-- The accounts at providers that lead to a user.
CREATE TABLE provider_accounts (
    provider   TEXT   NOT NULL,
    account_id TEXT   NOT NULL,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (provider, account_id)
);
CREATE INDEX provider_accounts_user ON provider_accounts (user_id);

-- One row a sign-in; everything that was ever refreshed from it ends with it.
CREATE TABLE session_families (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider   TEXT   NOT NULL,
    account_id TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX session_families_user ON session_families (user_id);

-- Refresh tokens by hash; a rotated one keeps its sealed successor for the seconds in which it may come again.
CREATE TABLE refresh_tokens (
    hash       TEXT   NOT NULL PRIMARY KEY,
    family_id  TEXT   NOT NULL REFERENCES session_families (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL,
    rotated_at BIGINT,
    successor  TEXT
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);

-- Codes that work once, by hash.
CREATE TABLE one_time_codes (
    hash       TEXT   NOT NULL PRIMARY KEY,
    content    TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX one_time_codes_expiry ON one_time_codes (expires_at);
