-- Until when an instance alone may spend the refresh token, in milliseconds; it gives that back when it is done.
ALTER TABLE provider_tokens ADD COLUMN renewing_until BIGINT NOT NULL DEFAULT 0;
