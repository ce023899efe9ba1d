-- How often a reader at another instance than that of the turn has noted itself: a turn without readers is stopped.
ALTER TABLE agent_turns ADD COLUMN reader_notes BIGINT NOT NULL DEFAULT 0;
