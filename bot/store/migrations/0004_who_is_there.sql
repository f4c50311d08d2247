-- Who is there. Times in seconds of the tables' own time.

-- When the host was last seen at the table, or became host; whether that is more than a day ago.
ALTER TABLE session ADD COLUMN host_seen REAL NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN host_away INTEGER NOT NULL DEFAULT 0 CHECK (host_away IN (0, 1));
UPDATE session SET host_seen = updated_at;
CREATE INDEX session_host_seen ON session (host_seen)
WHERE status IN ('lobby', 'playing') AND NOT host_away;

-- Whether the seat's player was found to have left the server.
ALTER TABLE turn ADD COLUMN gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1));
