-- What keyed requests were about to do on a remote host: the branch, and for decisions the commit that it stood at.
CREATE TABLE noted_writes (
    mark       TEXT   NOT NULL PRIMARY KEY,
    branch     TEXT   NOT NULL,
    sha        TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX noted_writes_by_time ON noted_writes (created_at);
