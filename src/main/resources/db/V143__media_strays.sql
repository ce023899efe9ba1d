-- Objects that no row names, and since when they have been seen so.
CREATE TABLE media_strays (
    object_key TEXT   NOT NULL PRIMARY KEY,
    seen_at    BIGINT NOT NULL
);
