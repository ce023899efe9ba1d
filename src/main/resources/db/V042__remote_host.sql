-- Repositories of a remote Git host that were connected here, as the host last described them. Its own number stays
-- when a repository is renamed or moved.
CREATE TABLE remote_repositories (
    id                BIGINT  NOT NULL PRIMARY KEY,
    full_name         TEXT    NOT NULL UNIQUE,
    installation_id   BIGINT  NOT NULL,
    default_branch    TEXT    NOT NULL,
    protected_default INTEGER NOT NULL,
    reach             TEXT    NOT NULL,
    looked_at         BIGINT  NOT NULL
);
CREATE INDEX remote_repositories_installation ON remote_repositories (installation_id);

-- Pull requests that are open there because a default branch is protected.
CREATE TABLE remote_pull_requests (
    repository_id BIGINT  NOT NULL,
    number        INTEGER NOT NULL,
    url           TEXT    NOT NULL,
    head          TEXT    NOT NULL,
    base          TEXT    NOT NULL,
    head_sha      TEXT    NOT NULL,
    PRIMARY KEY (repository_id, number)
);
