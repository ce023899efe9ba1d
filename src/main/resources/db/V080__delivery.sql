-- Every build of delivered content, the failed ones too.
CREATE TABLE delivery_builds (
    id                TEXT    NOT NULL PRIMARY KEY,
    project_id        TEXT    NOT NULL,
    status            TEXT    NOT NULL,
    trigger_type      TEXT    NOT NULL,
    branch            TEXT    NOT NULL,
    commit_sha        TEXT    NOT NULL,
    started_at        BIGINT  NOT NULL,
    completed_at      BIGINT,
    file_count        INTEGER NOT NULL,
    files_uploaded    INTEGER NOT NULL,
    total_size_bytes  BIGINT  NOT NULL,
    changed_models    TEXT    NOT NULL,
    build_duration_ms BIGINT  NOT NULL,
    error_message     TEXT
);
CREATE INDEX delivery_builds_project ON delivery_builds (project_id, started_at);

-- Releases whose objects are kept; packs names the builds that hold their bytes.
CREATE TABLE delivery_releases (
    build_id   TEXT   NOT NULL PRIMARY KEY,
    project_id TEXT   NOT NULL,
    commit_sha TEXT   NOT NULL,
    packs      TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX delivery_releases_project ON delivery_releases (project_id, created_at);

-- What readers get: one row a project, and changing it is the whole release.
CREATE TABLE delivery_pointers (
    project_id TEXT NOT NULL PRIMARY KEY,
    build_id   TEXT NOT NULL
);

-- Reads by project, key and UTC day.
CREATE TABLE delivery_usage (
    project_id      TEXT   NOT NULL,
    key_id          TEXT   NOT NULL,
    day             TEXT   NOT NULL,
    request_count   BIGINT NOT NULL,
    bandwidth_bytes BIGINT NOT NULL,
    PRIMARY KEY (project_id, key_id, day)
);
