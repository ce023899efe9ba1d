-- What the plan granted when a step was reached: with more, the step is reached again within the month.
ALTER TABLE usage_mails ADD COLUMN granted BIGINT;
