-- From now on what mails say is sealed: they hold links that sign people in. What was kept before is forgotten.
DELETE FROM outbox_messages;
