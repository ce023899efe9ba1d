-- Which submissions became entries in a change is asked when that is discarded.
CREATE INDEX form_submissions_branch ON form_submissions (project_id, branch) WHERE branch IS NOT NULL;
