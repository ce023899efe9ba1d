-- What an announcement is about, for listeners that are told of each subject in order and of several side by side.
ALTER TABLE announcements ADD COLUMN subject TEXT NOT NULL DEFAULT '';
