-- Mails of a service without a mail server; only the newest are kept.
CREATE TABLE outbox_messages (
    id        TEXT   NOT NULL PRIMARY KEY,
    sequence  BIGINT NOT NULL,
    recipient TEXT   NOT NULL,
    subject   TEXT   NOT NULL,
    body_text TEXT   NOT NULL,
    body_html TEXT   NOT NULL,
    sent_at   BIGINT NOT NULL
);
CREATE INDEX outbox_messages_sequence ON outbox_messages (sequence);
