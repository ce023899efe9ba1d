-- Receivers of events of a project (spec 2.15). Secrets and headers are sealed.
CREATE TABLE webhooks (
    id               TEXT    NOT NULL PRIMARY KEY,
    workspace_id     TEXT    NOT NULL,
    project_id       TEXT    NOT NULL,
    name             TEXT    NOT NULL,
    url              TEXT    NOT NULL,
    events           TEXT    NOT NULL,
    models           TEXT    NOT NULL,
    active           INTEGER NOT NULL,
    disabled_reason  TEXT,
    sealed_secret    TEXT    NOT NULL,
    sealed_previous  TEXT,
    previous_until   BIGINT,
    sealed_headers   TEXT    NOT NULL,
    first_failure_at BIGINT,
    failing_since    BIGINT,
    warned_at        BIGINT,
    created_at       BIGINT  NOT NULL,
    updated_at       BIGINT  NOT NULL
);
CREATE INDEX webhooks_project ON webhooks (project_id);

-- The queue of each receiver: the number of its newest event, and when something in it is due.
CREATE TABLE webhook_lanes (
    webhook_id TEXT   NOT NULL PRIMARY KEY,
    sequence   BIGINT NOT NULL,
    due_at     BIGINT NOT NULL
);
CREATE INDEX webhook_lanes_due ON webhook_lanes (due_at);

-- What is to be told, was told, or could not be. A row without finished_at is still tried; push names the commits of a
-- push whose models are looked up before the first attempt.
CREATE TABLE webhook_deliveries (
    id              TEXT    NOT NULL PRIMARY KEY,
    webhook_id      TEXT    NOT NULL,
    event           TEXT    NOT NULL,
    sequence        BIGINT  NOT NULL,
    body            TEXT    NOT NULL,
    push            TEXT,
    status          TEXT    NOT NULL,
    later           INTEGER NOT NULL,
    due_at          BIGINT  NOT NULL,
    begun_at        BIGINT  NOT NULL,
    tries           INTEGER NOT NULL,
    response_status INTEGER,
    duration_ms     BIGINT,
    error           TEXT,
    attempts        TEXT    NOT NULL,
    created_at      BIGINT  NOT NULL,
    finished_at     BIGINT
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, later, due_at) WHERE finished_at IS NULL;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at, sequence);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);
