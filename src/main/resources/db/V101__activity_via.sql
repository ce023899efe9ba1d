-- Through which key, app or conversation somebody acted; nothing for a session of the person's own.
ALTER TABLE activities ADD COLUMN via TEXT;
