-- Links under which an open change can be read before it lands; the token itself is stored nowhere.
CREATE TABLE delivery_previews (
    id         TEXT   NOT NULL PRIMARY KEY,
    project_id TEXT   NOT NULL,
    user_id    TEXT   NOT NULL,
    branch     TEXT   NOT NULL,
    paths      TEXT   NOT NULL,
    token_hash TEXT   NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX delivery_previews_project ON delivery_previews (project_id, created_at);
