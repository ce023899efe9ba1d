-- Spam that is counted although nobody decides about it is looked for every hour; there is hardly ever any.
CREATE INDEX form_submissions_left_over ON form_submissions (deciding_until)
    WHERE status = 'spam' AND counted_at IS NOT NULL;
