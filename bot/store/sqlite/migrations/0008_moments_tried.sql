-- Moments of games that are over, each begun again as a table of one's own; it counts nowhere.
CREATE TABLE tried (
    session_id INTEGER PRIMARY KEY REFERENCES session (id), -- of that table
    of_session INTEGER NOT NULL, -- the game that is over; it may be gone
    turn INTEGER NOT NULL, -- which of its turning points, from 1
    world INTEGER NOT NULL, -- which of the worlds that could have been, from 0
    beside TEXT NOT NULL, -- JSON: what the real game came to, in words
    start TEXT NOT NULL -- the imagined state with which the table begins
) STRICT;
-- Whether somebody wants to be told when a review is done.
ALTER TABLE review ADD COLUMN tell INTEGER NOT NULL DEFAULT 0 CHECK (tell IN (0, 1));
-- Whether others see somebody's accuracy.
ALTER TABLE person ADD COLUMN shows_accuracy INTEGER NOT NULL DEFAULT 0
    CHECK (shows_accuracy IN (0, 1));
