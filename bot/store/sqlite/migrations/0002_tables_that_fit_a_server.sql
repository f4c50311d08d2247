-- Counts every change of a session, moves among them: what a message shows is measured by it.
ALTER TABLE session ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
UPDATE session SET changes = moves;

-- Our messages: where each stands, and what it shows.
CREATE TABLE post (
    session_id INTEGER NOT NULL REFERENCES session (id),
    kind TEXT NOT NULL, -- board, hand or call
    user_id INTEGER NOT NULL, -- whose hand it is; 0: everybody's
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    shown INTEGER NOT NULL, -- how many of the session's changes; -1: unknown
    picture TEXT, -- JSON: the attachment that it shows
    PRIMARY KEY (session_id, kind, user_id)
) STRICT, WITHOUT ROWID;

-- Open lobbies are shown anew: their buttons are others now.
INSERT INTO post (session_id, kind, user_id, channel_id, message_id, shown)
SELECT id, 'board', 0, channel_id, board_message_id,
    CASE status WHEN 'lobby' THEN -1 ELSE board_shown END
FROM session WHERE board_message_id IS NOT NULL;

-- Until now it was not noted that private messages showed the end of a game.
INSERT INTO post (session_id, kind, user_id, channel_id, message_id, shown)
SELECT id, 'hand', user_id, hand.channel_id, message_id,
    CASE WHEN status IN ('lobby', 'playing') THEN shown ELSE moves END
FROM hand JOIN seat ON seat.session_id = hand.session_id AND seat.seat = hand.seat
    JOIN session ON id = hand.session_id
WHERE user_id IS NOT NULL;

DROP TABLE hand;
DROP INDEX session_behind;
ALTER TABLE session DROP COLUMN board_message_id;
ALTER TABLE session DROP COLUMN board_shown;

-- When somebody pressed last at a table, of which step the person was told, and is to be told.
CREATE TABLE attendance (
    session_id INTEGER NOT NULL REFERENCES session (id),
    user_id INTEGER NOT NULL,
    pressed_at REAL NOT NULL,
    told_step INTEGER, -- the newest step that the person knows of; NULL: not even the start
    told_at REAL NOT NULL,
    due_at REAL,
    PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

-- Games that run already have begun for their players.
INSERT INTO attendance (session_id, user_id, pressed_at, told_step, told_at)
SELECT session_id, user_id, 0, -1, 0 FROM seat JOIN session ON id = session_id
WHERE status = 'playing' AND user_id IS NOT NULL;

CREATE INDEX attendance_due ON attendance (session_id, due_at) WHERE due_at IS NOT NULL;

ALTER TABLE person ADD COLUMN tell TEXT NOT NULL DEFAULT 'away'
    CHECK (tell IN ('always', 'away', 'never'));

-- Tables that only invited people join, and seats kept for the people of the game before.
ALTER TABLE session ADD COLUMN invited_only INTEGER NOT NULL DEFAULT 0
    CHECK (invited_only IN (0, 1));
ALTER TABLE session ADD COLUMN own_thread INTEGER NOT NULL DEFAULT 0
    CHECK (own_thread IN (0, 1)); -- the channel is a thread of ours that carries this table's name
CREATE INDEX session_own_thread ON session (id)
WHERE own_thread;
CREATE TABLE invitation (
    session_id INTEGER NOT NULL REFERENCES session (id),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    kept INTEGER NOT NULL CHECK (kept IN (0, 1)), -- a seat is kept for this person
    PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

-- A session that can't be read is set apart, with the reason: its channel is free again.
ALTER TABLE session ADD COLUMN set_apart TEXT;
DROP INDEX session_live_channel;
CREATE UNIQUE INDEX session_live_channel ON session (channel_id)
WHERE status IN ('lobby', 'playing') AND set_apart IS NULL;

-- What the process remembers of itself from one start to the next.
CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
