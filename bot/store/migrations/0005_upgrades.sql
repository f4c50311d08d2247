-- What a game was begun with; NULL: it was begun before that was noted.
ALTER TABLE session ADD COLUMN begun_with TEXT; -- the version of Guildhall
ALTER TABLE session ADD COLUMN begun_rules INTEGER; -- the game's rules_version
ALTER TABLE session ADD COLUMN components TEXT; -- a digest of what is in the box

-- With what it was last found out whether the log gives the game back.
ALTER TABLE session ADD COLUMN examined TEXT;

-- When a session was set apart, in seconds of the tables' own time: its deadlines stand still.
ALTER TABLE session ADD COLUMN set_apart_at REAL;
CREATE INDEX session_set_apart ON session (id) WHERE set_apart IS NOT NULL;

-- Of the state after some of the moves: "rules_version:digest".
ALTER TABLE move ADD COLUMN digest TEXT;

-- Until now it was not noted that a board says its session was set apart, and no hand did.
UPDATE post SET shown = -1, picture = NULL
WHERE session_id IN (
    SELECT id FROM session WHERE set_apart IS NOT NULL AND status IN ('lobby', 'playing')
);
