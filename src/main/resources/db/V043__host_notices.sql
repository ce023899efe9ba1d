-- Notices of the remote Git host that have been taken, so that one that comes again does nothing.
CREATE TABLE host_notices (
    delivery_id TEXT   NOT NULL PRIMARY KEY,
    received_at BIGINT NOT NULL
);
CREATE INDEX host_notices_received ON host_notices (received_at);
