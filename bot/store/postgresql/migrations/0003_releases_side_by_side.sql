-- By what rules each process plays (JSON): an older one passes on what comes to it to a newer one.
-- Programs that don't know of this can't, and so don't go on beside any that do.
DELETE FROM lease;
DELETE FROM process;
ALTER TABLE process ADD COLUMN release TEXT NOT NULL;
