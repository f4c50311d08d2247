-- Choices that are taken back. A move with `back_to` is none: with it the game goes back to where
-- it stood before that move.
ALTER TABLE move ADD COLUMN back_to INTEGER CHECK (back_to > 0);
ALTER TABLE session ADD COLUMN takebacks INTEGER NOT NULL DEFAULT 1 CHECK (takebacks IN (0, 1));

-- Each seat's last choice, as long as nothing hidden has come out since.
CREATE TABLE retractable (
    session_id INTEGER NOT NULL REFERENCES session (id),
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL, -- of the move
    own_turn INTEGER NOT NULL CHECK (own_turn IN (0, 1)), -- nobody has to be asked
    PRIMARY KEY (session_id, seat)
) STRICT, WITHOUT ROWID;

-- What somebody would take back, until the others have decided; times in the tables' own time.
CREATE TABLE takeback (
    session_id INTEGER PRIMARY KEY REFERENCES session (id),
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL, -- of the move
    due_at REAL NOT NULL,
    agreed TEXT NOT NULL, -- JSON: who is for it
    refused INTEGER NOT NULL CHECK (refused IN (0, 1)) -- stays, so that nobody asks twice
) STRICT;
