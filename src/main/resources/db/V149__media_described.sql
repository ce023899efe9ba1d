-- Bytes of what the manifest and the tags say of an asset, and of all assets of a project together, those in the bin too.
ALTER TABLE media_assets ADD COLUMN described BIGINT NOT NULL DEFAULT 0;
ALTER TABLE media_revisions ADD COLUMN described BIGINT NOT NULL DEFAULT 0;
