-- The categories in which a workspace goes on beyond its plan for money; one without a row is off. `sampled_hour` is the
-- hour (since 1970) up to which stored media was charged.
CREATE TABLE overage_switches (
    workspace_id TEXT   NOT NULL,
    meter        TEXT   NOT NULL,
    sampled_hour BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, meter)
);
CREATE INDEX overage_switches_samples ON overage_switches (meter, sampled_hour);

-- How much a workspace pays at most for what goes beyond its plan in a month; one without a row has set no limit.
CREATE TABLE spend_limits (
    workspace_id TEXT   NOT NULL PRIMARY KEY,
    cents        BIGINT NOT NULL
);

CREATE INDEX usage_months_beyond ON usage_months (month, workspace_id, meter) WHERE beyond > 0;

-- What the payment provider is told of units beyond the plan: a row before it is a request, so that whatever fails is
-- sent again under the same identifier. `units` are whole: pieces, or MB of 2^20 bytes; what is left of one waits.
CREATE TABLE meter_reports (
    workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    meter        TEXT   NOT NULL,
    month        TEXT   NOT NULL,
    from_units   BIGINT NOT NULL,
    to_units     BIGINT NOT NULL,
    customer_id  TEXT   NOT NULL,
    made_at      BIGINT NOT NULL,
    tried_at     BIGINT,
    ended_at     BIGINT,
    is_told      INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, meter, month, from_units)
);
CREATE INDEX meter_reports_waiting ON meter_reports (ended_at, made_at);
