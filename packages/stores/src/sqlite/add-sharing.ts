/** Adds what processes share besides the state of calls: signals and tasks. */
export const addSharing = `
  -- Read by every process that listens, and dropped soon. The text is JSON: null stands for one that was too long.
  CREATE TABLE signals (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    topic TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;

  CREATE TABLE tasks (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- Digests of the server and the principal, and of these, the tool and the idempotency key.
    scope TEXT NOT NULL,
    key TEXT UNIQUE,
    tool TEXT NOT NULL,
    arguments_digest TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ttl_ms INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    sealed_by TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX tasks_by_expiry ON tasks (expires_at);
`;
