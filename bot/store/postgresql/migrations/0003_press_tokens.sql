-- Rights to edit messages for free: see the SQLite store's migration of the same name.
CREATE TABLE press_token (
    message_id BIGINT PRIMARY KEY,
    user_id BIGINT NOT NULL,
    application_id BIGINT NOT NULL,
    token TEXT NOT NULL,
    follows BOOLEAN NOT NULL,
    expires DOUBLE PRECISION NOT NULL
);
CREATE INDEX press_token_expires ON press_token (expires);
