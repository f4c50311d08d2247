-- older programs may go on: adds only
CREATE TABLE tried (
    session_id BIGINT PRIMARY KEY REFERENCES session (id),
    of_session BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    world BIGINT NOT NULL,
    beside TEXT NOT NULL,
    start TEXT NOT NULL
);
ALTER TABLE review ADD COLUMN tell BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE person ADD COLUMN shows_accuracy BOOLEAN NOT NULL DEFAULT FALSE;
