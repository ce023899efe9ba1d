-- Whoever updates a row here makes others with the same name wait until the transaction ends.
CREATE TABLE turns (
    name  TEXT   NOT NULL PRIMARY KEY,
    taken BIGINT NOT NULL
);
