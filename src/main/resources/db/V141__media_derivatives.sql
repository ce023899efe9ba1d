-- Sizes of pictures that somebody has asked for; blob: the bytes they were made of. What is lost is made again.
CREATE TABLE media_derivatives (
    project_id   TEXT   NOT NULL,
    id           TEXT   NOT NULL,
    blob         TEXT   NOT NULL,
    content_type TEXT   NOT NULL,
    size         BIGINT NOT NULL,
    hash         TEXT   NOT NULL,
    used_at      BIGINT NOT NULL,
    PRIMARY KEY (project_id, id)
);
CREATE INDEX media_derivatives_used ON media_derivatives (used_at, id);
CREATE INDEX media_derivatives_blob ON media_derivatives (project_id, blob);

-- Keys that sign URLs of sizes; sealed, because a signature is checked with the key itself.
CREATE TABLE media_signing_keys (
    id         TEXT   NOT NULL PRIMARY KEY,
    project_id TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    key_prefix TEXT   NOT NULL,
    sealed     TEXT   NOT NULL,
    created_by TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX media_signing_keys_project ON media_signing_keys (project_id, created_at);
