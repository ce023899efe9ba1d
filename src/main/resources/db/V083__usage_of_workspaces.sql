-- A plan is a workspace's: what a project has sent stays counted when the project is gone.
ALTER TABLE delivery_usage ADD COLUMN workspace_id TEXT NOT NULL DEFAULT '';
UPDATE delivery_usage SET workspace_id =
    COALESCE((SELECT workspace_id FROM projects WHERE projects.id = delivery_usage.project_id), '');
CREATE INDEX delivery_usage_workspace ON delivery_usage (workspace_id, day);
