-- Whether the people of a game that is over let everybody see every hand in its replay; no row:
-- nobody has asked.
CREATE TABLE open_hands (
    session_id INTEGER PRIMARY KEY REFERENCES session (id),
    state TEXT NOT NULL CHECK (state IN ('asked', 'open', 'closed')),
    agreed TEXT NOT NULL -- JSON: the seats that are for it, while it is asked
) STRICT;

-- The games of a server that have ended, the latest first.
CREATE INDEX session_over ON session (guild_id, updated_at)
WHERE status = 'over';
