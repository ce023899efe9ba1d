-- Whether the default branch of a project takes pushes that are no fast-forward; only its owner says so.
ALTER TABLE projects ADD COLUMN allow_force_pushes INTEGER NOT NULL DEFAULT 0;
