-- News for the other instances on this database, read every moment and forgotten after minutes. txid is the number of
-- the transaction that wrote the row: with it a reader misses nothing, in whatever order transactions commit.
CREATE TABLE signals (
    id       TEXT   NOT NULL PRIMARY KEY,
    txid     BIGINT NOT NULL,
    position BIGINT NOT NULL,
    origin   TEXT   NOT NULL,
    kind     TEXT   NOT NULL,
    body     TEXT   NOT NULL,
    sent_at  BIGINT NOT NULL
);
CREATE INDEX signals_txid ON signals (txid);
