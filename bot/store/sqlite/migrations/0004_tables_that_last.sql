-- Games that last: played on through upgrades, taken back, with who is there.

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

-- Who is there. Times in seconds of the tables' own time.

-- When the host was last seen at the table, or became host; whether that is more than a day ago.
ALTER TABLE session ADD COLUMN host_seen REAL NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN host_away INTEGER NOT NULL DEFAULT 0 CHECK (host_away IN (0, 1));
UPDATE session SET host_seen = updated_at;
CREATE INDEX session_host_seen ON session (host_seen)
WHERE status IN ('lobby', 'playing') AND NOT host_away;

-- Whether the seat's player was found to have left the server.
ALTER TABLE turn ADD COLUMN gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1));

-- Whether a choice is only marked at first, and counts once it is confirmed.
ALTER TABLE person ADD COLUMN confirms INTEGER NOT NULL DEFAULT 0 CHECK (confirms IN (0, 1));

-- What a server's managers have set; no row: nothing.
CREATE TABLE server (
    guild_id INTEGER PRIMARY KEY,
    locale TEXT, -- what new tables speak; NULL: their hosts' language
    speed TEXT CHECK (speed IN ('live', 'relaxed', 'post', 'none')), -- NULL: relaxed
    abandoning TEXT NOT NULL CHECK (abandoning IN ('players', 'host', 'moderators')),
    threads TEXT NOT NULL CHECK (threads IN ('always', 'busy', 'never')),
    results_channel_id INTEGER
) STRICT;

-- The channels in which a server wants games; none: all of them.
CREATE TABLE server_channel (
    guild_id INTEGER NOT NULL REFERENCES server (guild_id),
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, channel_id)
) STRICT, WITHOUT ROWID;

-- Results of games that ended, and the channel in which each is still to be told.
CREATE TABLE result_due (
    session_id INTEGER PRIMARY KEY REFERENCES session (id),
    channel_id INTEGER NOT NULL
) STRICT;

-- Servers in which the operator doesn't want the bot.
CREATE TABLE blocked_server (
    guild_id INTEGER PRIMARY KEY
) STRICT;

-- What the running bot is to look at, as the operator has changed it beside the bot.
CREATE TABLE errand (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('session', 'server', 'person', 'notice')),
    about INTEGER NOT NULL -- the id of a session, server or person; 0: nothing
) STRICT;
