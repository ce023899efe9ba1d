-- An export reads all submissions of a form in the order in which they came, whatever their status.
CREATE INDEX form_submissions_export ON form_submissions (project_id, model_id, created_at, id);
