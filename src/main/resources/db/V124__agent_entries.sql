-- Entries that the agent wrote after it had read text of strangers: what stands in them may be a stranger's. The id is empty
-- for a model that is one object.
CREATE TABLE agent_entries_of_strangers (
    project_id TEXT   NOT NULL,
    model_id   TEXT   NOT NULL,
    entry_id   TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (project_id, model_id, entry_id)
);
