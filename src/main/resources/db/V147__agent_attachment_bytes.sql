-- What the blocks of an attachment take, counted against what a person and a workspace may keep of a day.
ALTER TABLE agent_attachments ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
CREATE INDEX agent_attachments_bytes ON agent_attachments (workspace_id, user_id, bytes);
