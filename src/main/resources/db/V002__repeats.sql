-- Answers to requests with an Idempotency-Key. A row without a status: the write happened, its answer is not known.
CREATE TABLE repeats (
    id         TEXT   NOT NULL PRIMARY KEY,
    content    TEXT   NOT NULL,
    status     INTEGER,
    media_type TEXT,
    body       TEXT,
    record_id  TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX repeats_created ON repeats (created_at);
