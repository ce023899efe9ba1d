-- Up to where announcements and the log tell what the commits of a project's repository tell: the commits that are
-- known on cms, in the journal and on the default branch. Empty text stands for "before the first".
CREATE TABLE review_cursors (
    project_id TEXT NOT NULL PRIMARY KEY,
    trunk      TEXT NOT NULL,
    journal    TEXT NOT NULL,
    main       TEXT NOT NULL
);
