import { StoreVersionError } from '../settings/store-version-error.ts';
import type { Connection } from './connection.ts';

/** Each brings the file from one version to the next. What was released is never changed: add another one. */
const migrations: readonly string[] = [
  `
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
    name TEXT PRIMARY KEY,
    principal TEXT NOT NULL,
    operation TEXT NOT NULL,
    metric TEXT NOT NULL,
    key TEXT NOT NULL,
    window_ms INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    granted_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX quota_windows_empty ON quota_windows (granted_until) WHERE counted = 0;

  CREATE TABLE quota_calls (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    window TEXT NOT NULL,
    at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX quota_calls_by_window ON quota_calls (window, at);
  CREATE INDEX quota_calls_by_expiry ON quota_calls (expires_at);

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
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    ts TEXT NOT NULL,
    type TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    span_id TEXT NOT NULL,
    subject TEXT,
    principal TEXT,
    tool TEXT NOT NULL,
    code TEXT,
    effect TEXT,
    elapsed_ms REAL,
    data TEXT NOT NULL
  ) STRICT;
  -- An event that comes again has its time again. Ordered by time, new entries go where the last ones went.
  CREATE UNIQUE INDEX events_by_time ON events (ts, event_id);
  CREATE INDEX events_by_code ON events (code, position) WHERE code IS NOT NULL;
  `,
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
    for (const script of migrations.slice(version)) connection.script(script);
    connection.script(`PRAGMA user_version = ${migrations.length}`);
    connection.script('COMMIT');
  } catch (error) {
    connection.rollback();
    throw error;
  }
};

/** 0 for a file that no program of ours has written. */
export const versionOf = (connection: Connection): number =>
  connection.row<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
