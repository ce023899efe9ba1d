-- What the messages and events of a conversation take; the conversations of an owner, and of a workspace, are bounded by it.
ALTER TABLE agent_conversations ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
CREATE INDEX agent_conversations_bytes ON agent_conversations (workspace_id, owner_id, updated_at, id, bytes, running_turn);
