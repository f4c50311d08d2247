PRAGMA application_id = 1196771660; -- "GUIL"

CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: old buttons carry it
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    locale TEXT NOT NULL,
    host_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'abandoned')),
    seed TEXT, -- decimal; up to 256 bits
    moves INTEGER NOT NULL,
    board_message_id INTEGER,
    board_shown INTEGER NOT NULL,
    computers_due INTEGER NOT NULL CHECK (computers_due IN (0, 1)),
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    CHECK (status NOT IN ('playing', 'over') OR seed IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX session_live_channel ON session (channel_id)
WHERE status IN ('lobby', 'playing');

CREATE INDEX session_behind ON session (id)
WHERE computers_due OR board_shown < moves;

CREATE TABLE seat (
    session_id INTEGER NOT NULL REFERENCES session (id),
    seat INTEGER NOT NULL,
    user_id INTEGER,
    name TEXT NOT NULL,
    strength TEXT,
    party INTEGER,
    PRIMARY KEY (session_id, seat),
    CHECK ((user_id IS NULL) <> (strength IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seat_user ON seat (user_id, session_id)
WHERE user_id IS NOT NULL;

CREATE TABLE move (
    session_id INTEGER NOT NULL REFERENCES session (id),
    number INTEGER NOT NULL CHECK (number > 0),
    seat INTEGER NOT NULL,
    picks TEXT NOT NULL, -- JSON list
    PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;

-- A cache of the moves, apart from the session so that listing sessions reads no states.
CREATE TABLE snapshot (
    session_id INTEGER PRIMARY KEY REFERENCES session (id),
    rules_version INTEGER NOT NULL,
    story TEXT NOT NULL,
    state TEXT
) STRICT;

CREATE TABLE hand (
    session_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    PRIMARY KEY (session_id, seat),
    FOREIGN KEY (session_id, seat) REFERENCES seat (session_id, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT,
    dm_channel_id INTEGER,
    dm_open INTEGER NOT NULL CHECK (dm_open IN (0, 1))
) STRICT;
