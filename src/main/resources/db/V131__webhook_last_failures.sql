-- The newest failure since the first one: failures with a long time without an attempt between them are no outage.
ALTER TABLE webhooks ADD COLUMN last_failure_at BIGINT;
