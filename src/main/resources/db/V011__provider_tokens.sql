-- Who hands out the account ids of a provider; null is the built-in page. Ids of two issuers are never mixed up.
ALTER TABLE provider_accounts ADD COLUMN authority TEXT;

-- People's own tokens at the Git host, sealed; the newest of each account.
CREATE TABLE provider_tokens (
    provider     TEXT   NOT NULL,
    account_id   TEXT   NOT NULL,
    user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    sealed_token TEXT   NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (provider, account_id)
);
CREATE INDEX provider_tokens_user ON provider_tokens (user_id);
