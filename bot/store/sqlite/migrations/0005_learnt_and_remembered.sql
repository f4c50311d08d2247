-- Games that are learnt, watched and remembered.

-- Whether somebody wants words instead of pictures.
ALTER TABLE person ADD COLUMN in_words INTEGER NOT NULL DEFAULT 0 CHECK (in_words IN (0, 1));

-- Games that are lessons: they end early, without a result, and count nowhere.
CREATE TABLE lesson (
    session_id INTEGER PRIMARY KEY REFERENCES session (id),
    note TEXT NOT NULL, -- by which of the lesson's notes its learner chose last; empty: by none
    picks TEXT NOT NULL -- JSON: what was chosen, in words
) STRICT;

-- Whether players may ask what a computer would choose.
ALTER TABLE session ADD COLUMN suggestions INTEGER NOT NULL DEFAULT 0
    CHECK (suggestions IN (0, 1));

-- Who plays one of the first three games of a kind, as counted when the seat was taken.
CREATE TABLE beginner (
    session_id INTEGER NOT NULL REFERENCES session (id),
    user_id INTEGER NOT NULL,
    PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

-- Games that run already have their beginners, too.
INSERT INTO beginner (session_id, user_id)
SELECT session.id, seat.user_id FROM session JOIN seat ON seat.session_id = session.id
WHERE status = 'playing' AND seat.user_id IS NOT NULL AND (
    SELECT count(*) FROM seat AS before JOIN session AS ended ON ended.id = before.session_id
    WHERE before.user_id = seat.user_id AND ended.game = session.game AND ended.status = 'over'
) < 3;

-- Whether a beginner is helped with each choice.
ALTER TABLE person ADD COLUMN helped INTEGER NOT NULL DEFAULT 1 CHECK (helped IN (0, 1));

-- Records: how games ended and who played them; and one's own data.

-- Who made a choice; 0: a computer. NULL: it wasn't noted, or is no choice.
ALTER TABLE move ADD COLUMN chosen_by INTEGER;

-- Games that ended. They stay when the session itself is purged.
CREATE TABLE result (
    session_id INTEGER PRIMARY KEY,
    guild_id INTEGER, -- NULL: no server's
    game TEXT NOT NULL,
    ended_at REAL NOT NULL,
    counted INTEGER NOT NULL CHECK (counted IN (0, 1)), -- whether its standings are known yet
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)), -- whether ratings have followed from it
    awards TEXT NOT NULL -- JSON: what was remarkable, as texts
) STRICT;
CREATE INDEX result_of_server ON result (guild_id, game);
CREATE INDEX result_due_for ON result (game) WHERE NOT counted OR NOT rated;

-- Games that were over before are counted by and by, as their logs tell.
INSERT INTO result (session_id, guild_id, game, ended_at, counted, rated, awards)
SELECT id, guild_id, game, updated_at, 0, 0, '[]' FROM session WHERE status = 'over';

-- How each seat ended; none of a game that counts in no records.
CREATE TABLE standing (
    session_id INTEGER NOT NULL REFERENCES result (session_id),
    seat INTEGER NOT NULL,
    user_id INTEGER, -- its last person; NULL: none, or one who was forgotten
    strength TEXT, -- of the computer that had it in the end; NULL: a person had
    party INTEGER NOT NULL, -- the same for partners
    place INTEGER NOT NULL, -- from 1, shared by those who tie; nobody has the first if nobody won
    score INTEGER NOT NULL,
    choices INTEGER NOT NULL, -- of the seat, as the game stands in the end
    own INTEGER NOT NULL, -- those which its last person made
    present INTEGER NOT NULL CHECK (present IN (0, 1)), -- no computer chose for that person in the end
    mu REAL, -- the person's rating after the game; NULL: it has none
    sigma REAL,
    PRIMARY KEY (session_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_user ON standing (user_id) WHERE user_id IS NOT NULL;

-- Seats of people who were forgotten have no name from now on.
UPDATE seat SET name = '' WHERE user_id IS NULL AND name = '…';

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
