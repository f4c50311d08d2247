-- Several processes over one database. Times are the server's own.

-- Of a program that has the database for itself, no change is taken any more.
UPDATE guildhall SET holder = NULL;

-- Those that live, with the shards that are their own (JSON).
CREATE TABLE process (
    id TEXT PRIMARY KEY,
    shards TEXT NOT NULL,
    total INTEGER NOT NULL,
    seen_at DOUBLE PRECISION NOT NULL
);

-- Whose work the sessions of a shard are.
CREATE TABLE lease (
    shard INTEGER PRIMARY KEY,
    total INTEGER NOT NULL,
    holder TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);

-- How often a session was changed, also where nobody is shown anything: who changes it must know.
ALTER TABLE session ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

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

-- Everybody who listens is told what has changed: by whom, what kind, which one, its version;
-- where little is to be told, all of it.
-- (OR REPLACE: where a statement ends is found out by SQLite, whose own triggers end otherwise.)
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS '
DECLARE
    changed jsonb := CASE TG_OP WHEN ''DELETE'' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
    PERFORM pg_notify(
        ''guildhall'',
        concat_ws('' '',
            coalesce(nullif(current_setting(''guildhall.process'', TRUE), ''''), ''-''),
            TG_ARGV[0],
            coalesce(changed ->> TG_ARGV[1], ''0''),
            coalesce(changed ->> ''version'', ''0''),
            CASE WHEN TG_NARGS > 2 THEN changed::text END
        )
    );
    RETURN NULL;
END';
CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON session
FOR EACH ROW EXECUTE FUNCTION tell('session', 'id');
CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON post
FOR EACH ROW EXECUTE FUNCTION tell('post', 'session_id');
CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE ON attendance
FOR EACH ROW EXECUTE FUNCTION tell('attendance', 'session_id', 'whole');
CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE ON person
FOR EACH ROW EXECUTE FUNCTION tell('person', 'user_id');
CREATE OR REPLACE TRIGGER told_last AFTER DELETE ON person
FOR EACH ROW EXECUTE FUNCTION tell('erased', 'user_id');
CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE ON fact
FOR EACH ROW WHEN (NEW.name = 'notice') EXECUTE FUNCTION tell('notice', '');
CREATE OR REPLACE TRIGGER told AFTER INSERT OR DELETE ON process
FOR EACH ROW EXECUTE FUNCTION tell('process', '');
CREATE OR REPLACE TRIGGER told AFTER DELETE ON lease
FOR EACH ROW EXECUTE FUNCTION tell('process', '');
