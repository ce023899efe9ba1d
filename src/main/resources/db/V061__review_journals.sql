-- Instances that share a repository of a remote host have a journal of their own each, which no other one can read:
-- up to where it has been told, by the mark in the instance's folder of mirrors.
CREATE TABLE review_journals (
    project_id TEXT NOT NULL,
    instance   TEXT NOT NULL,
    journal    TEXT NOT NULL,
    PRIMARY KEY (project_id, instance)
);
