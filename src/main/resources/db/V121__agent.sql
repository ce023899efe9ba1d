-- Conversations with the agent, of a person or of a key. branch is the open change that writes gather on; the segment is what
-- stands in front of every request to a model, unchanged until it ends.
CREATE TABLE agent_conversations (
    id           TEXT    NOT NULL PRIMARY KEY,
    workspace_id TEXT    NOT NULL,
    project_id   TEXT    NOT NULL,
    owner_kind   TEXT    NOT NULL,
    owner_id     TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    branch       TEXT,
    tainted      INTEGER NOT NULL,
    running_turn TEXT,
    turns        BIGINT  NOT NULL,
    segment_key  TEXT    NOT NULL,
    segment_text TEXT    NOT NULL,
    segment_at   BIGINT  NOT NULL,
    segment_from BIGINT  NOT NULL,
    history_from BIGINT  NOT NULL,
    created_at   BIGINT  NOT NULL,
    updated_at   BIGINT  NOT NULL
);
CREATE INDEX agent_conversations_owner ON agent_conversations (project_id, owner_id, created_at);

-- One turn: what was asked, until it is answered. meter is none, reserved, settled or released.
CREATE TABLE agent_turns (
    id              TEXT    NOT NULL PRIMARY KEY,
    conversation_id TEXT    NOT NULL,
    workspace_id    TEXT    NOT NULL,
    n               BIGINT  NOT NULL,
    status          TEXT    NOT NULL,
    meter           TEXT    NOT NULL,
    meter_state     TEXT    NOT NULL,
    repeat_key      TEXT,
    repeat_hash     TEXT,
    stop_asked      INTEGER NOT NULL,
    beat_at         BIGINT  NOT NULL,
    input_tokens    BIGINT  NOT NULL,
    output_tokens   BIGINT  NOT NULL,
    started_at      BIGINT  NOT NULL,
    ended_at        BIGINT
);
CREATE INDEX agent_turns_conversation ON agent_turns (conversation_id, n);
CREATE INDEX agent_turns_status ON agent_turns (status, beat_at);
CREATE UNIQUE INDEX agent_turns_repeat ON agent_turns (repeat_key);

-- What was said. kind is said, results or note; shown is what people see of it.
CREATE TABLE agent_messages (
    id              TEXT   NOT NULL PRIMARY KEY,
    conversation_id TEXT   NOT NULL,
    turn_n          BIGINT NOT NULL,
    place           BIGINT NOT NULL,
    role            TEXT   NOT NULL,
    kind            TEXT   NOT NULL,
    blocks          TEXT   NOT NULL,
    shown           TEXT   NOT NULL,
    model           TEXT,
    input_tokens    BIGINT NOT NULL,
    output_tokens   BIGINT NOT NULL,
    created_at      BIGINT NOT NULL
);
CREATE UNIQUE INDEX agent_messages_place ON agent_messages (conversation_id, turn_n, place);

-- The events of a turn, several in a row, so that a client can come back to them.
CREATE TABLE agent_events (
    turn_id TEXT   NOT NULL,
    first_n BIGINT NOT NULL,
    events  TEXT   NOT NULL,
    PRIMARY KEY (turn_id, first_n)
);

-- Each call of a model, with what it cost in millionths of a US dollar.
CREATE TABLE agent_model_calls (
    id            TEXT   NOT NULL PRIMARY KEY,
    turn_id       TEXT   NOT NULL,
    round         BIGINT NOT NULL,
    model         TEXT   NOT NULL,
    key_source    TEXT   NOT NULL,
    stop          TEXT   NOT NULL,
    request_id    TEXT   NOT NULL,
    input_tokens  BIGINT NOT NULL,
    cached_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    micro_usd     BIGINT NOT NULL,
    started_at    BIGINT NOT NULL,
    ended_at      BIGINT NOT NULL
);
CREATE INDEX agent_model_calls_turn ON agent_model_calls (turn_id);

-- Commits that a conversation made, in their order: what an undo takes back.
CREATE TABLE agent_writes (
    id              TEXT    NOT NULL PRIMARY KEY,
    conversation_id TEXT    NOT NULL,
    turn_n          BIGINT  NOT NULL,
    place           BIGINT  NOT NULL,
    tool            TEXT    NOT NULL,
    branch          TEXT,
    commit_sha      TEXT    NOT NULL,
    undone          INTEGER NOT NULL,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX agent_writes_conversation ON agent_writes (conversation_id, turn_n, place);

-- Calls that wait for a person to agree.
CREATE TABLE agent_parked (
    id              TEXT   NOT NULL PRIMARY KEY,
    conversation_id TEXT   NOT NULL,
    code_hash       TEXT   NOT NULL,
    tool            TEXT   NOT NULL,
    input           TEXT   NOT NULL,
    state           TEXT   NOT NULL,
    summary         TEXT   NOT NULL,
    expires_at      BIGINT NOT NULL
);
CREATE INDEX agent_parked_conversation ON agent_parked (conversation_id);
