-- Of a form's spam that of the filter goes first; what members call spam has no reasons.
CREATE INDEX form_submissions_spam_order
    ON form_submissions (project_id, model_id, (CASE WHEN spam_reasons = '' THEN 1 ELSE 0 END), created_at, id)
    WHERE status = 'spam';
