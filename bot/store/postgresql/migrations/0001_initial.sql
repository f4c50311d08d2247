-- The tables of the SQLite store's schema 5; comments there. Flags are BOOLEAN, Discord's ids BIGINT.

CREATE TABLE session (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- never reused: old buttons carry it
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    locale TEXT NOT NULL,
    host_id BIGINT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'abandoned')),
    seed TEXT,
    moves INTEGER NOT NULL,
    computers_due BOOLEAN NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    updated_at DOUBLE PRECISION NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    invited_only BOOLEAN NOT NULL DEFAULT FALSE,
    own_thread BOOLEAN NOT NULL DEFAULT FALSE,
    set_apart TEXT,
    nudge_after INTEGER,
    choose_within INTEGER,
    paused_at DOUBLE PRECISION,
    paused_by_host BOOLEAN NOT NULL DEFAULT FALSE,
    host_paused DOUBLE PRECISION NOT NULL DEFAULT 0,
    pause_votes TEXT NOT NULL DEFAULT '[]',
    begun_with TEXT,
    begun_rules INTEGER,
    components TEXT,
    examined TEXT,
    set_apart_at DOUBLE PRECISION,
    takebacks BOOLEAN NOT NULL DEFAULT TRUE,
    host_seen DOUBLE PRECISION NOT NULL DEFAULT 0,
    host_away BOOLEAN NOT NULL DEFAULT FALSE,
    suggestions BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK (status NOT IN ('playing', 'over') OR seed IS NOT NULL)
);
CREATE UNIQUE INDEX session_live_channel ON session (channel_id)
WHERE status IN ('lobby', 'playing') AND set_apart IS NULL;
CREATE INDEX session_own_thread ON session (id) WHERE own_thread;
CREATE INDEX session_set_apart ON session (id) WHERE set_apart IS NOT NULL;
CREATE INDEX session_host_seen ON session (host_seen)
WHERE status IN ('lobby', 'playing') AND NOT host_away;

CREATE TABLE seat (
    session_id BIGINT NOT NULL REFERENCES session (id),
    seat INTEGER NOT NULL,
    user_id BIGINT,
    name TEXT NOT NULL,
    strength TEXT,
    party INTEGER,
    computer_name TEXT,
    computer_strength TEXT,
    PRIMARY KEY (session_id, seat),
    CHECK ((user_id IS NULL) <> (strength IS NULL))
);
CREATE UNIQUE INDEX seat_user ON seat (user_id, session_id) WHERE user_id IS NOT NULL;

CREATE TABLE move (
    session_id BIGINT NOT NULL REFERENCES session (id),
    number INTEGER NOT NULL CHECK (number > 0),
    seat INTEGER NOT NULL,
    picks TEXT NOT NULL,
    digest TEXT,
    back_to INTEGER CHECK (back_to > 0),
    chosen_by BIGINT,
    PRIMARY KEY (session_id, number)
);

CREATE TABLE snapshot (
    session_id BIGINT PRIMARY KEY REFERENCES session (id),
    rules_version INTEGER NOT NULL,
    story TEXT NOT NULL,
    state TEXT
);

CREATE TABLE person (
    user_id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT,
    dm_channel_id BIGINT,
    dm_open BOOLEAN NOT NULL,
    tell TEXT NOT NULL DEFAULT 'away' CHECK (tell IN ('always', 'away', 'never')),
    quiet_from INTEGER,
    quiet_until INTEGER,
    zone TEXT,
    confirms BOOLEAN NOT NULL DEFAULT FALSE,
    in_words BOOLEAN NOT NULL DEFAULT FALSE,
    helped BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE TABLE post (
    session_id BIGINT NOT NULL REFERENCES session (id),
    kind TEXT NOT NULL,
    user_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    shown INTEGER NOT NULL,
    picture TEXT,
    PRIMARY KEY (session_id, kind, user_id)
);

CREATE TABLE attendance (
    session_id BIGINT NOT NULL REFERENCES session (id),
    user_id BIGINT NOT NULL,
    pressed_at DOUBLE PRECISION NOT NULL,
    told_step INTEGER,
    told_at DOUBLE PRECISION NOT NULL,
    due_at DOUBLE PRECISION,
    PRIMARY KEY (session_id, user_id)
);
CREATE INDEX attendance_due ON attendance (session_id, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE invitation (
    session_id BIGINT NOT NULL REFERENCES session (id),
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    kept BOOLEAN NOT NULL,
    PRIMARY KEY (session_id, user_id)
);

CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE turn (
    session_id BIGINT NOT NULL REFERENCES session (id),
    seat INTEGER NOT NULL,
    step INTEGER,
    asked_at DOUBLE PRECISION NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    look_at DOUBLE PRECISION,
    reminded INTEGER NOT NULL,
    extended INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    away BOOLEAN NOT NULL,
    gone BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (session_id, seat)
);
CREATE INDEX turn_look ON turn (look_at) WHERE look_at IS NOT NULL;

CREATE TABLE lesson (
    session_id BIGINT PRIMARY KEY REFERENCES session (id),
    note TEXT NOT NULL,
    picks TEXT NOT NULL
);

CREATE TABLE beginner (
    session_id BIGINT NOT NULL REFERENCES session (id),
    user_id BIGINT NOT NULL,
    PRIMARY KEY (session_id, user_id)
);

CREATE TABLE departed (
    session_id BIGINT NOT NULL REFERENCES session (id),
    user_id BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (session_id, user_id)
);

CREATE TABLE offer (
    session_id BIGINT NOT NULL REFERENCES session (id),
    seat INTEGER NOT NULL,
    user_id BIGINT,
    PRIMARY KEY (session_id, seat)
);

CREATE TABLE retractable (
    session_id BIGINT NOT NULL REFERENCES session (id),
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    own_turn BOOLEAN NOT NULL,
    PRIMARY KEY (session_id, seat)
);

CREATE TABLE takeback (
    session_id BIGINT PRIMARY KEY REFERENCES session (id),
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    agreed TEXT NOT NULL,
    refused BOOLEAN NOT NULL
);

CREATE TABLE server (
    guild_id BIGINT PRIMARY KEY,
    locale TEXT,
    speed TEXT CHECK (speed IN ('live', 'relaxed', 'post', 'none')),
    abandoning TEXT NOT NULL CHECK (abandoning IN ('players', 'host', 'moderators')),
    threads TEXT NOT NULL CHECK (threads IN ('always', 'busy', 'never')),
    results_channel_id BIGINT
);

CREATE TABLE server_channel (
    guild_id BIGINT NOT NULL REFERENCES server (guild_id),
    channel_id BIGINT NOT NULL,
    PRIMARY KEY (guild_id, channel_id)
);

CREATE TABLE result_due (
    session_id BIGINT PRIMARY KEY REFERENCES session (id),
    channel_id BIGINT NOT NULL
);

CREATE TABLE blocked_server (
    guild_id BIGINT PRIMARY KEY
);

CREATE TABLE errand (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('session', 'server', 'person', 'notice')),
    about BIGINT NOT NULL
);

CREATE TABLE result (
    session_id BIGINT PRIMARY KEY,
    guild_id BIGINT,
    game TEXT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    counted BOOLEAN NOT NULL,
    rated BOOLEAN NOT NULL,
    awards TEXT NOT NULL
);
CREATE INDEX result_of_server ON result (guild_id, game);
CREATE INDEX result_due_for ON result (game) WHERE NOT counted OR NOT rated;

CREATE TABLE standing (
    session_id BIGINT NOT NULL REFERENCES result (session_id),
    seat INTEGER NOT NULL,
    user_id BIGINT,
    strength TEXT,
    party INTEGER NOT NULL,
    place INTEGER NOT NULL,
    score INTEGER NOT NULL,
    choices INTEGER NOT NULL,
    own INTEGER NOT NULL,
    present BOOLEAN NOT NULL,
    mu DOUBLE PRECISION,
    sigma DOUBLE PRECISION,
    PRIMARY KEY (session_id, seat)
);
CREATE INDEX standing_user ON standing (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE open_hands (
    session_id BIGINT PRIMARY KEY REFERENCES session (id),
    state TEXT NOT NULL CHECK (state IN ('asked', 'open', 'closed')),
    agreed TEXT NOT NULL
);

CREATE INDEX session_over ON session (guild_id, updated_at) WHERE status = 'over';
