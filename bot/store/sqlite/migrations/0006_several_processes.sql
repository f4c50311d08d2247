-- How often a session was changed, also where nobody is shown anything: who changes it must know.
ALTER TABLE session ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
