-- Until when the plan of a workspace counts; null while nothing ends it. After that it is on free.
ALTER TABLE workspaces ADD COLUMN plan_ends_at BIGINT;
