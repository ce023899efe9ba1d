-- One account a person on the built-in Git host; its installation reaches every repository of the account.
-- No reference to the user: repositories outlive the account of the person who made them.
CREATE TABLE git_accounts (
    installation_id BIGINT NOT NULL PRIMARY KEY,
    user_id         TEXT   NOT NULL UNIQUE,
    login           TEXT   NOT NULL UNIQUE,
    created_at      BIGINT NOT NULL
);

-- What is known about a repository beside its files.
CREATE TABLE git_repositories (
    id          BIGINT  NOT NULL PRIMARY KEY,
    owner       TEXT    NOT NULL,
    full_name   TEXT    NOT NULL UNIQUE,
    is_private  INTEGER NOT NULL,
    description TEXT,
    created_at  BIGINT  NOT NULL
);
CREATE INDEX git_repositories_owner ON git_repositories (owner);
