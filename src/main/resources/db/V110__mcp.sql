-- What a remote tool key may do; the key itself stands in api_keys.
CREATE TABLE mcp_keys (
    key_id                TEXT   NOT NULL PRIMARY KEY,
    workspace_id          TEXT   NOT NULL,
    project_id            TEXT   NOT NULL,
    name                  TEXT   NOT NULL,
    allowed_tools         TEXT   NOT NULL,
    media_enabled         BIGINT NOT NULL,
    rate_limit_per_minute BIGINT NOT NULL,
    monthly_call_limit    BIGINT
);
CREATE INDEX mcp_keys_workspace ON mcp_keys (workspace_id);

-- How often a key or a connected app called tools, by UTC month (YYYY-MM).
CREATE TABLE mcp_months (
    credential TEXT   NOT NULL,
    month      TEXT   NOT NULL,
    calls      BIGINT NOT NULL,
    PRIMARY KEY (credential, month)
);

-- The calls of the last 30 days.
CREATE TABLE mcp_calls (
    id          TEXT   NOT NULL PRIMARY KEY,
    credential  TEXT   NOT NULL,
    at          BIGINT NOT NULL,
    tool        TEXT   NOT NULL,
    outcome     TEXT   NOT NULL,
    duration_ms BIGINT NOT NULL,
    branch      TEXT,
    client      TEXT
);
CREATE INDEX mcp_calls_of ON mcp_calls (credential, at);
CREATE INDEX mcp_calls_by_age ON mcp_calls (at);

-- Sessions that were ended before their time, by the SHA-256 of their name.
CREATE TABLE mcp_ended_sessions (
    hash      TEXT   NOT NULL PRIMARY KEY,
    forget_at BIGINT NOT NULL
);
