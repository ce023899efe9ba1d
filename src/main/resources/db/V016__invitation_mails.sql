-- Mails that asked somebody into a workspace, for a day: nobody's mailbox is filled by inviting and removing.
CREATE TABLE invitation_mails (
    id           TEXT   NOT NULL PRIMARY KEY,
    inviter      TEXT   NOT NULL,
    email_key    TEXT   NOT NULL,
    workspace_id TEXT   NOT NULL,
    at           BIGINT NOT NULL
);
CREATE INDEX invitation_mails_by_age ON invitation_mails (at);
CREATE INDEX invitation_mails_to ON invitation_mails (email_key, at);
CREATE INDEX invitation_mails_of ON invitation_mails (inviter, at);
CREATE INDEX invitation_mails_in ON invitation_mails (workspace_id, at);
