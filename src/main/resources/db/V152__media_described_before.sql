-- Counts the assets from before V149: about what the manifest and the tags say of them. Their next change counts exactly.
-- Of a variant the manifest says its name and path, which is a third of what its row keeps.
UPDATE media_assets SET described = 320 + OCTET_LENGTH(variants) / 3 + OCTET_LENGTH(alt_by_locale) + OCTET_LENGTH(tags)
    + COALESCE(OCTET_LENGTH(alt), 0)
    WHERE described = 0;
UPDATE media_revisions SET described = COALESCE(
    (SELECT SUM(a.described) FROM media_assets a WHERE a.project_id = media_revisions.project_id), 0);
