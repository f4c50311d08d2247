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
