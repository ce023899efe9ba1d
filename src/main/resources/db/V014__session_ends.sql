-- A session ends with the one that it was opened from, and at the latest at ends_at; people tell theirs apart by device and
-- address. Sessions of before have no end of their own but that of their refresh tokens.
ALTER TABLE session_families ADD COLUMN parent_id TEXT;
ALTER TABLE session_families ADD COLUMN ends_at BIGINT;
ALTER TABLE session_families ADD COLUMN device TEXT;
ALTER TABLE session_families ADD COLUMN address TEXT;
ALTER TABLE session_families ADD COLUMN last_used_at BIGINT;
CREATE INDEX session_families_parent ON session_families (parent_id);
