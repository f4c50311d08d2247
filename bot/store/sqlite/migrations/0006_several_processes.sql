-- Several processes over one database, and rights to edit that outlive the process that got them.

-- How often a session was changed, also where nobody is shown anything: who changes it must know.
ALTER TABLE session ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- The last press on each message that anybody may see: until it expires, its token edits that
-- message as if in answer. A secret; nothing else of a press is kept.
CREATE TABLE press_token (
    message_id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL, -- who pressed
    application_id INTEGER NOT NULL,
    token TEXT NOT NULL,
    follows INTEGER NOT NULL CHECK (follows IN (0, 1)), -- the message came after the answer
    expires REAL NOT NULL -- seconds of the day's clock
) STRICT;
CREATE INDEX press_token_expires ON press_token (expires);
