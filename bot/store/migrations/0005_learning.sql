-- Learning.

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
