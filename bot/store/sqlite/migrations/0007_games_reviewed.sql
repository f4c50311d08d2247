-- What each choice of a person cost in a game that is over, as far as it is read.
CREATE TABLE review (
    session_id INTEGER NOT NULL REFERENCES session (id),
    user_id INTEGER NOT NULL, -- whose choices, and for whose eyes alone
    seat INTEGER NOT NULL,
    done INTEGER NOT NULL CHECK (done IN (0, 1)),
    found TEXT NOT NULL, -- JSON
    PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX review_user ON review (user_id);
