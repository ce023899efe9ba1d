-- What the person said about it, such as why a change was discarded.
ALTER TABLE activities ADD COLUMN note TEXT;
