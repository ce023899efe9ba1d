-- The order of builds and releases of one project, also of those that began in the same millisecond.
ALTER TABLE delivery_builds ADD COLUMN ordinal BIGINT NOT NULL DEFAULT 0;
ALTER TABLE delivery_releases ADD COLUMN ordinal BIGINT NOT NULL DEFAULT 0;
