-- Whether somebody wants words instead of pictures.
ALTER TABLE person ADD COLUMN in_words INTEGER NOT NULL DEFAULT 0 CHECK (in_words IN (0, 1));
