-- What came to open changes on a remote host is seen by every instance that fetches it; the first one that tells of it notes
-- that here. A branch that comes back to a commit is news again to whoever told of it before.
CREATE TABLE told_pushes (
    project_id TEXT   NOT NULL,
    branch     TEXT   NOT NULL,
    tip        TEXT   NOT NULL,
    instance   TEXT   NOT NULL,
    told_at    BIGINT NOT NULL,
    PRIMARY KEY (project_id, branch, tip)
);
CREATE INDEX told_pushes_by_time ON told_pushes (project_id, told_at);
