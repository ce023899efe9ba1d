-- A search counts what it finds by the texts alone, without the rows they stand in. A longer text than this does not fit into an
-- entry of an index of PostgreSQL; there are few, and the second index leads to their rows.
CREATE INDEX media_assets_words ON media_assets (project_id, deleted_at, found_by) WHERE length(found_by) <= 600;
CREATE INDEX media_assets_long_words ON media_assets (project_id, deleted_at) WHERE length(found_by) > 600;
