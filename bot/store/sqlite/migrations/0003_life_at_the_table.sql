-- Time. Spans in seconds; both NULL: no clock. Games that run already have none.
ALTER TABLE session ADD COLUMN nudge_after INTEGER;
ALTER TABLE session ADD COLUMN choose_within INTEGER;
UPDATE session SET nudge_after = 28800, choose_within = 86400 WHERE status = 'lobby';

-- What each person's seat owes and until when, in seconds of the tables' own time.
CREATE TABLE turn (
    session_id INTEGER NOT NULL REFERENCES session (id),
    seat INTEGER NOT NULL,
    step INTEGER, -- of the choice that is owed; NULL: none
    asked_at REAL NOT NULL,
    due_at REAL NOT NULL,
    look_at REAL, -- when something is to be done about it next
    reminded INTEGER NOT NULL, -- how often, of this choice
    extended INTEGER NOT NULL, -- how often in this game
    missed INTEGER NOT NULL, -- how many deadlines in a row
    away INTEGER NOT NULL CHECK (away IN (0, 1)), -- the computer has the seat until its player presses
    PRIMARY KEY (session_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_look ON turn (look_at) WHERE look_at IS NOT NULL;

-- Pauses; times as above.
ALTER TABLE session ADD COLUMN paused_at REAL; -- NULL: the game isn't paused
ALTER TABLE session ADD COLUMN paused_by_host INTEGER NOT NULL DEFAULT 0
    CHECK (paused_by_host IN (0, 1));
ALTER TABLE session ADD COLUMN host_paused REAL NOT NULL DEFAULT 0; -- seconds, by the host alone
ALTER TABLE session ADD COLUMN pause_votes TEXT NOT NULL DEFAULT '[]'; -- JSON: who would change it
-- Hours in which a person isn't to be disturbed: minutes of the day, in an IANA time zone.
ALTER TABLE person ADD COLUMN quiet_from INTEGER;
ALTER TABLE person ADD COLUMN quiet_until INTEGER;
ALTER TABLE person ADD COLUMN zone TEXT;

-- People: who plays a seat may change while the game runs.

-- The computer that played the seat before its person, and plays it again when the person leaves.
ALTER TABLE seat ADD COLUMN computer_name TEXT;
ALTER TABLE seat ADD COLUMN computer_strength TEXT;

-- Who has held which seat of a running game, and holds it no more: they have seen its hand.
CREATE TABLE departed (
    session_id INTEGER NOT NULL REFERENCES session (id),
    user_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

-- Seats of running games that are offered: to one person, or to whoever presses.
CREATE TABLE offer (
    session_id INTEGER NOT NULL REFERENCES session (id),
    seat INTEGER NOT NULL,
    user_id INTEGER, -- NULL: whoever presses
    PRIMARY KEY (session_id, seat)
) STRICT, WITHOUT ROWID;
