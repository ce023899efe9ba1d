-- The job that ends plans looks every minute.
CREATE INDEX workspaces_plan_end ON workspaces (plan_ends_at) WHERE plan_ends_at IS NOT NULL;
