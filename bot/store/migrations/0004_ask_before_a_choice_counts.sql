-- Whether a choice is only marked at first, and counts once it is confirmed.
ALTER TABLE person ADD COLUMN confirms INTEGER NOT NULL DEFAULT 0 CHECK (confirms IN (0, 1));
