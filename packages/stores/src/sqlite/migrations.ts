import { never } from '../decisions/judge-claim.ts';
import { StoreVersionError } from '../settings/store-version-error.ts';
import { addCells } from './add-cells.ts';
import { addEvidence } from './add-evidence.ts';
import { addSharing } from './add-sharing.ts';
import type { Connection } from './connection.ts';
import { runTables } from './run-tables.ts';

/** Each migrates the file from one version to the next. Never change a released one; add another. */
export const migrations: readonly (string | ((connection: Connection) => void))[] = [
  `
  -- Written by the thread that has just copied the log into the file.
  CREATE TABLE checkpoint (at INTEGER NOT NULL) STRICT;
  INSERT INTO checkpoint VALUES (0);

  CREATE TABLE tokens (
    seq INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    principal TEXT NOT NULL,
    operation TEXT NOT NULL,
    arguments_digest TEXT NOT NULL,
    reasons TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    consumed_at INTEGER,
    approved_at INTEGER,
    denied_at INTEGER,
    decided_by TEXT,
    reason TEXT,
    -- Whether the call finds it without its token: while it waits for a person, or since one has decided about it.
    found_by_call INTEGER NOT NULL,
    sealed_by TEXT,
    sealed BLOB
  ) STRICT;
  CREATE INDEX tokens_by_expiry ON tokens (expires_at);
  CREATE INDEX tokens_by_call ON tokens (arguments_digest, principal, operation) WHERE found_by_call = 1;

  CREATE TABLE quota_windows (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    principal TEXT NOT NULL,
    operation TEXT NOT NULL,
    metric TEXT NOT NULL,
    key TEXT NOT NULL,
    window_ms INTEGER NOT NULL,
    -- The calls below, those included that have left the window and were not dropped yet, and the oldest of them.
    counted INTEGER NOT NULL,
    oldest INTEGER,
    granted_until INTEGER NOT NULL,
    -- When there is something to drop.
    due_at INTEGER GENERATED ALWAYS AS (coalesce(oldest + window_ms, granted_until)) VIRTUAL
  ) STRICT;
  CREATE INDEX quota_windows_by_due ON quota_windows (due_at);

  -- Calls of one window and millisecond whose numbers follow each other are one row.
  CREATE TABLE quota_calls (
    window INTEGER NOT NULL,
    at INTEGER NOT NULL,
    first INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (window, at, first)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE replays (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL UNIQUE,
    principal TEXT NOT NULL,
    operation TEXT NOT NULL,
    arguments_digest TEXT NOT NULL,
    first_used_at INTEGER NOT NULL,
    started_at INTEGER,
    lease_ends INTEGER NOT NULL,
    retention_ms INTEGER NOT NULL,
    settled_at INTEGER,
    expires_at INTEGER NOT NULL,
    sealed_by TEXT,
    sealed BLOB
  ) STRICT;
  CREATE INDEX replays_by_expiry ON replays (expires_at);

  CREATE TABLE keys (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL UNIQUE,
    principal TEXT NOT NULL,
    trust TEXT NOT NULL,
    tools TEXT,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;

  CREATE TABLE events (
    -- The oldest are dropped first and the last one never, so that places only grow.
    position INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL,
    ts TEXT NOT NULL,
    principal TEXT,
    tool TEXT NOT NULL,
    code TEXT,
    -- Columns without an index, in one value: passing a value to SQLite costs more than storing it.
    rest TEXT NOT NULL,
    type TEXT GENERATED ALWAYS AS (rest ->> 0) VIRTUAL,
    trace_id TEXT GENERATED ALWAYS AS (rest ->> 1) VIRTUAL,
    span_id TEXT GENERATED ALWAYS AS (rest ->> 2) VIRTUAL,
    subject TEXT GENERATED ALWAYS AS (rest ->> 3) VIRTUAL,
    effect TEXT GENERATED ALWAYS AS (rest ->> 4) VIRTUAL,
    elapsed_ms REAL GENERATED ALWAYS AS (rest ->> 5) VIRTUAL,
    data TEXT GENERATED ALWAYS AS (rest ->> 6) VIRTUAL
  ) STRICT;
  -- An event that comes again has its time again. Ordered by time, new entries go where the last ones went.
  CREATE UNIQUE INDEX events_by_time ON events (ts, event_id);
  CREATE INDEX events_by_code ON events (code, position) WHERE code IS NOT NULL;
  `,
  `
  -- One row for each process that makes claims. A thread of that process renews its lease.
  CREATE TABLE owners (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    facts TEXT,
    heard_at INTEGER NOT NULL,
    lease_ends INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE replays ADD COLUMN owner INTEGER;
  -- After this time the handler no longer keeps its key in flight.
  ALTER TABLE replays ADD COLUMN bound_at INTEGER NOT NULL DEFAULT ${never};
  ALTER TABLE replays ADD COLUMN effect TEXT;
  UPDATE replays SET expires_at = ${never} WHERE settled_at IS NULL;
  CREATE INDEX replays_unsettled ON replays (owner) WHERE settled_at IS NULL;
  -- The claim of the call that used the confirmation up, and how often it was good again.
  ALTER TABLE tokens ADD COLUMN claim INTEGER;
  ALTER TABLE tokens ADD COLUMN restores INTEGER NOT NULL DEFAULT 0;
  -- Whether repeated calls get the same token until a decision is made.
  ALTER TABLE tokens ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
  -- Handlers that ended after their claim was replaced.
  CREATE TABLE possible_duplicates (claim INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
  `,
  addEvidence,
  addSharing,
  runTables,
  'CREATE INDEX tokens_by_claim ON tokens (claim) WHERE claim IS NOT NULL',
  `
  -- The digest of the arguments alone, if the question states facts: other questions about the same call have it too.
  ALTER TABLE tokens ADD COLUMN call_digest TEXT;
  CREATE INDEX tokens_by_arguments ON tokens (call_digest, principal, operation)
    WHERE found_by_call = 1 AND call_digest IS NOT NULL;
  `,
  addCells,
];

/** The version that this program brings a store to. */
export const currentVersion = migrations.length;

/** Brings the file up to date, once, however many processes start at the same moment. */
export const migrate = (connection: Connection): void => {
  if (versionOf(connection) === migrations.length) return;
  connection.script('BEGIN IMMEDIATE');
  try {
    const version = versionOf(connection);
    if (version > migrations.length) throw new StoreVersionError(connection.file, version, migrations.length);
    for (const migration of migrations.slice(version)) {
      if (typeof migration === 'string') connection.script(migration);
      else migration(connection);
    }
    connection.script(`PRAGMA user_version = ${migrations.length}`);
    connection.script('COMMIT');
  } catch (error) {
    connection.rollback();
    throw error;
  }
};

/** The version of a file; 0 if Recourse did not write it. */
export const versionOf = (connection: Connection): number =>
  connection.row<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
