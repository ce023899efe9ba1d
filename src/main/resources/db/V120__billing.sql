-- What the payment provider said about each subscription; the one without archived_at counts.
CREATE TABLE payment_accounts (
    id                   TEXT    NOT NULL PRIMARY KEY,
    workspace_id         TEXT    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    subscription_id      TEXT    NOT NULL UNIQUE,
    customer_id          TEXT    NOT NULL,
    status               TEXT    NOT NULL,
    plan                 TEXT    NOT NULL,
    trial_ends_at        BIGINT,
    period_ends_at       BIGINT,
    cancel_at_period_end INTEGER NOT NULL,
    grace_ends_at        BIGINT,
    told_at              BIGINT  NOT NULL,
    archived_at          BIGINT
);
CREATE UNIQUE INDEX payment_accounts_active ON payment_accounts (workspace_id) WHERE archived_at IS NULL;
CREATE INDEX payment_accounts_workspace ON payment_accounts (workspace_id);

-- Which workspace a customer of the provider stands for.
CREATE TABLE payment_customers (
    customer_id  TEXT   NOT NULL PRIMARY KEY,
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    created_at   BIGINT NOT NULL
);
CREATE INDEX payment_customers_workspace ON payment_customers (workspace_id);

-- Notices that were carried out, so that one that comes again changes nothing.
CREATE TABLE payment_notices (
    id          TEXT   NOT NULL PRIMARY KEY,
    received_at BIGINT NOT NULL
);
CREATE INDEX payment_notices_received ON payment_notices (received_at);
