-- A list and its count leave out the bin without looking at each row, which holds all that is known of a file.
DROP INDEX media_assets_newest;
DROP INDEX media_assets_name;
DROP INDEX media_assets_size;
CREATE INDEX media_assets_newest ON media_assets (project_id, deleted_at, created_at, id);
CREATE INDEX media_assets_name ON media_assets (project_id, deleted_at, filename, id);
CREATE INDEX media_assets_size ON media_assets (project_id, deleted_at, size, id);
