-- What a server's managers have set; no row: nothing.
CREATE TABLE server (
    guild_id INTEGER PRIMARY KEY,
    locale TEXT, -- what new tables speak; NULL: their hosts' language
    speed TEXT CHECK (speed IN ('live', 'relaxed', 'post', 'none')), -- NULL: relaxed
    abandoning TEXT NOT NULL CHECK (abandoning IN ('players', 'host', 'moderators')),
    threads TEXT NOT NULL CHECK (threads IN ('always', 'busy', 'never')),
    results_channel_id INTEGER
) STRICT;

-- The channels in which a server wants games; none: all of them.
CREATE TABLE server_channel (
    guild_id INTEGER NOT NULL REFERENCES server (guild_id),
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, channel_id)
) STRICT, WITHOUT ROWID;

-- Results of games that ended, and the channel in which each is still to be told.
CREATE TABLE result_due (
    session_id INTEGER PRIMARY KEY REFERENCES session (id),
    channel_id INTEGER NOT NULL
) STRICT;

-- Servers in which the operator doesn't want the bot.
CREATE TABLE blocked_server (
    guild_id INTEGER PRIMARY KEY
) STRICT;

-- What the running bot is to look at, as the operator has changed it beside the bot.
CREATE TABLE errand (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('session', 'server', 'person', 'notice')),
    about INTEGER NOT NULL -- the id of a session, server or person; 0: nothing
) STRICT;
