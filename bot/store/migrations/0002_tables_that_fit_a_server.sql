-- Which picture a message shows: JSON of attachment, name, key and alt text.
ALTER TABLE session ADD COLUMN board_picture TEXT;
ALTER TABLE hand ADD COLUMN picture TEXT;

-- Who was told that the table waits: the step of the game, and when. When the person pressed last.
ALTER TABLE seat ADD COLUMN told_step INTEGER;
ALTER TABLE seat ADD COLUMN told_at REAL;
ALTER TABLE seat ADD COLUMN pressed_at REAL;
ALTER TABLE person ADD COLUMN tell TEXT NOT NULL DEFAULT 'away'
    CHECK (tell IN ('always', 'away', 'never'));
-- The message that calls people whose direct messages are closed to the table.
ALTER TABLE session ADD COLUMN call_message_id INTEGER;

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

-- Open lobbies are shown anew: their buttons are others now.
UPDATE session SET board_shown = -1 WHERE status = 'lobby';

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
