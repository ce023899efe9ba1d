-- Announcements that listeners after the commit have still to be told of.
CREATE TABLE announcements (
    id         TEXT   NOT NULL PRIMARY KEY,
    position   BIGINT NOT NULL,
    listener   TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    body       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    attempts   INTEGER NOT NULL
);
CREATE INDEX announcements_in_order ON announcements (listener, position);
CREATE INDEX announcements_by_position ON announcements (position);

-- The job scheduler's own table, in the shape that it asks for.
CREATE TABLE scheduled_tasks (
    task_name            TEXT NOT NULL,
    task_instance        TEXT NOT NULL,
    task_data            BYTEA,
    execution_time       TIMESTAMP WITH TIME ZONE NOT NULL,
    picked               BOOLEAN NOT NULL,
    picked_by            TEXT,
    last_success         TIMESTAMP WITH TIME ZONE,
    last_failure         TIMESTAMP WITH TIME ZONE,
    consecutive_failures INT,
    last_heartbeat       TIMESTAMP WITH TIME ZONE,
    version              BIGINT NOT NULL,
    priority             SMALLINT,
    state                TEXT,
    PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX scheduled_tasks_execution ON scheduled_tasks (execution_time);
CREATE INDEX scheduled_tasks_heartbeat ON scheduled_tasks (last_heartbeat);

-- Facts about this database as a whole, for instance the check value of the sealing key.
CREATE TABLE instance_facts (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
