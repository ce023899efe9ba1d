-- Uploads that go on where they stopped; received: bytes that are durable; asset_id: what it became.
CREATE TABLE media_uploads (
    id           TEXT   NOT NULL PRIMARY KEY,
    workspace_id TEXT   NOT NULL,
    project_id   TEXT   NOT NULL,
    created_by   TEXT   NOT NULL,
    length       BIGINT NOT NULL,
    received     BIGINT NOT NULL,
    metadata     TEXT   NOT NULL,
    reservation  TEXT   NOT NULL,
    expires_at   BIGINT NOT NULL,
    asset_id     TEXT
);
CREATE INDEX media_uploads_project ON media_uploads (project_id);
CREATE INDEX media_uploads_expiry ON media_uploads (expires_at);

CREATE TABLE media_upload_parts (
    upload_id TEXT   NOT NULL,
    start     BIGINT NOT NULL,
    size      BIGINT NOT NULL,
    PRIMARY KEY (upload_id, start)
);
