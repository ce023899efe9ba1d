-- Which entries came from visitors is asked whenever the agent reads some.
CREATE INDEX form_submissions_entry ON form_submissions (project_id, model_id, entry_id);
