-- Several processes over one database. Times are the server's own.

-- Those that live, with the shards that are their own (JSON).
CREATE TABLE process (
    id TEXT PRIMARY KEY,
    shards TEXT NOT NULL,
    total INTEGER NOT NULL,
    seen_at DOUBLE PRECISION NOT NULL
);

-- Whose work the sessions of a shard are.
CREATE TABLE lease (
    shard INTEGER PRIMARY KEY,
    total INTEGER NOT NULL,
    holder TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);

-- How often a session was changed, also where nobody is shown anything: who changes it must know.
ALTER TABLE session ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- Rights to edit messages for free: see the SQLite store's migration of the same name.
CREATE TABLE press_token (
    message_id BIGINT PRIMARY KEY,
    user_id BIGINT NOT NULL,
    application_id BIGINT NOT NULL,
    token TEXT NOT NULL,
    follows BOOLEAN NOT NULL,
    expires DOUBLE PRECISION NOT NULL
);
CREATE INDEX press_token_expires ON press_token (expires);
