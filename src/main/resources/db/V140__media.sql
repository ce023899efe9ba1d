-- Files of projects (spec 2.13). tags: each between line breaks; deleted_at: in the bin since.
CREATE TABLE media_assets (
    id            TEXT   NOT NULL PRIMARY KEY,
    workspace_id  TEXT   NOT NULL,
    project_id    TEXT   NOT NULL,
    filename      TEXT   NOT NULL,
    found_by      TEXT   NOT NULL,
    content_type  TEXT   NOT NULL,
    size          BIGINT NOT NULL,
    delivered     TEXT   NOT NULL,
    master        TEXT   NOT NULL,
    blurhash      TEXT,
    alt           TEXT,
    alt_by_locale TEXT   NOT NULL,
    tags          TEXT   NOT NULL,
    focal_x       DOUBLE PRECISION NOT NULL,
    focal_y       DOUBLE PRECISION NOT NULL,
    sizes         TEXT   NOT NULL,
    variants      TEXT   NOT NULL,
    recipe        INTEGER NOT NULL,
    revision      INTEGER NOT NULL,
    content_hash  TEXT   NOT NULL,
    source        TEXT   NOT NULL,
    uploaded_by   TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    deleted_at    BIGINT
);
CREATE INDEX media_assets_newest ON media_assets (project_id, created_at, id);
CREATE INDEX media_assets_name ON media_assets (project_id, filename, id);
CREATE INDEX media_assets_size ON media_assets (project_id, size, id);
CREATE INDEX media_assets_hash ON media_assets (project_id, content_hash);
CREATE INDEX media_assets_bin ON media_assets (deleted_at);

-- Bytes, and how many files of assets are these bytes.
CREATE TABLE media_blobs (
    id           TEXT   NOT NULL PRIMARY KEY,
    workspace_id TEXT   NOT NULL,
    project_id   TEXT   NOT NULL,
    size         BIGINT NOT NULL,
    uses         BIGINT NOT NULL
);
CREATE INDEX media_blobs_project ON media_blobs (project_id);

-- Room that an upload on its way has taken; given back when it ends, or by the clock when nobody could.
CREATE TABLE media_reservations (
    id           TEXT   NOT NULL PRIMARY KEY,
    workspace_id TEXT   NOT NULL,
    size         BIGINT NOT NULL,
    ends_at      BIGINT NOT NULL
);
CREATE INDEX media_reservations_end ON media_reservations (ends_at);

-- Counts the changes of a project's assets, for what is delivered of them.
CREATE TABLE media_revisions (
    project_id TEXT   NOT NULL PRIMARY KEY,
    revision   BIGINT NOT NULL
);

-- Which content names which asset, as of a branch; a change has only what it says otherwise than the branch of the content.
CREATE TABLE media_uses (
    project_id TEXT   NOT NULL,
    branch     TEXT   NOT NULL,
    path       TEXT   NOT NULL,
    asset_id   TEXT   NOT NULL,
    model_id   TEXT   NOT NULL,
    entry_id   TEXT   NOT NULL,
    locale     TEXT,
    field_id   TEXT   NOT NULL
);
CREATE INDEX media_uses_asset ON media_uses (project_id, asset_id);
CREATE INDEX media_uses_path ON media_uses (project_id, branch, path);

-- Up to which commit a branch has been looked through; base: what a change was compared with.
CREATE TABLE media_use_marks (
    project_id TEXT   NOT NULL,
    branch     TEXT   NOT NULL,
    commit_sha TEXT   NOT NULL,
    base_sha   TEXT   NOT NULL,
    PRIMARY KEY (project_id, branch)
);
