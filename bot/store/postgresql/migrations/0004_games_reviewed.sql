CREATE TABLE review (
    session_id BIGINT NOT NULL REFERENCES session (id),
    user_id BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    done BOOLEAN NOT NULL,
    found TEXT NOT NULL,
    PRIMARY KEY (session_id, user_id)
);
CREATE INDEX review_user ON review (user_id);
