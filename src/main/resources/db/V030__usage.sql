-- What a workspace has used of a meter in a UTC month (YYYY-MM), in the smallest unit: pieces or bytes. What is kept
-- rather than counted (stored media) has one row, of the month 'now'. `beyond` is the part that was used beyond the plan.
CREATE TABLE usage_months (
    workspace_id TEXT   NOT NULL,
    meter        TEXT   NOT NULL,
    month        TEXT   NOT NULL,
    used         BIGINT NOT NULL,
    beyond       BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, meter, month)
);

-- Each mail about 80 or 100 percent, once a month and meter; sent_at is null until it has gone out, and nobody but
-- its sender takes it before due_at.
CREATE TABLE usage_mails (
    workspace_id TEXT   NOT NULL,
    meter        TEXT   NOT NULL,
    month        TEXT   NOT NULL,
    step         BIGINT NOT NULL,
    due_at       BIGINT NOT NULL,
    sent_at      BIGINT,
    PRIMARY KEY (workspace_id, meter, month, step)
);
CREATE INDEX usage_mails_waiting ON usage_mails (sent_at, due_at);
