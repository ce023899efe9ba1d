-- What visitors have sent (spec 2.14). counted_at: when it was counted against the plan, null for spam.
CREATE TABLE form_submissions (
    id            TEXT   NOT NULL PRIMARY KEY,
    workspace_id  TEXT   NOT NULL,
    project_id    TEXT   NOT NULL,
    model_id      TEXT   NOT NULL,
    status        TEXT   NOT NULL,
    data          TEXT   NOT NULL,
    locale        TEXT   NOT NULL,
    source_ip     TEXT   NOT NULL,
    user_agent    TEXT,
    referrer      TEXT,
    spam_reasons  TEXT   NOT NULL,
    text_hash     TEXT,
    repeat_key    TEXT,
    repeat_body   TEXT,
    counted_at    BIGINT,
    created_at    BIGINT NOT NULL,
    approved_at   BIGINT,
    approved_by   TEXT,
    entry_id      TEXT,
    branch        TEXT,
    deciding_until BIGINT NOT NULL
);
CREATE INDEX form_submissions_list ON form_submissions (project_id, model_id, status, created_at, id);
CREATE UNIQUE INDEX form_submissions_repeat ON form_submissions (project_id, model_id, repeat_key);
CREATE INDEX form_submissions_text ON form_submissions (project_id, model_id, text_hash, created_at);
CREATE INDEX form_submissions_spam ON form_submissions (status, created_at);

-- How many rows there are of each status, so that no page counts them.
CREATE TABLE form_totals (
    project_id TEXT   NOT NULL,
    model_id   TEXT   NOT NULL,
    status     TEXT   NOT NULL,
    total      BIGINT NOT NULL,
    PRIMARY KEY (project_id, model_id, status)
);

-- What a form has taken in a UTC month, for its own limit.
CREATE TABLE form_months (
    project_id TEXT   NOT NULL,
    model_id   TEXT   NOT NULL,
    month      TEXT   NOT NULL,
    used       BIGINT NOT NULL,
    PRIMARY KEY (project_id, model_id, month)
);

-- Mails about new submissions that wait: one a form, armed by the first submission.
CREATE TABLE form_digests (
    project_id  TEXT   NOT NULL,
    model_id    TEXT   NOT NULL,
    since       BIGINT NOT NULL,
    due_at      BIGINT NOT NULL,
    PRIMARY KEY (project_id, model_id)
);
CREATE INDEX form_digests_due ON form_digests (due_at);
