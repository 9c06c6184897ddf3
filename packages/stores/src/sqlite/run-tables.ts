/** The tables of runs. Their events are in the table of all events; `run_events` says where. */
export const runTables = `
  CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    pipeline TEXT NOT NULL,
    principal TEXT NOT NULL,
    key TEXT UNIQUE,
    config TEXT NOT NULL,
    config_hash TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    state TEXT NOT NULL,
    operation TEXT,
    operation_since INTEGER,
    owner INTEGER,
    fence INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    head TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX runs_by_pipeline ON runs (pipeline, seq);
  CREATE INDEX runs_by_state ON runs (state, seq);
  CREATE INDEX runs_waiting ON runs (pipeline, operation_since, seq) WHERE operation IS NOT NULL AND owner IS NULL;
  CREATE INDEX runs_by_owner ON runs (owner) WHERE owner IS NOT NULL;
  CREATE INDEX runs_by_end ON runs (finished_at) WHERE finished_at IS NOT NULL;

  -- Apart from the row, which changes with every event: a large snapshot must not be written as often.
  CREATE TABLE run_snapshots (
    run INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    snapshot TEXT
  ) STRICT;

  CREATE TABLE run_events (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (run, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE artifacts (
    sha256 TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE run_artifacts (
    run INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (run, sha256)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX run_artifacts_by_content ON run_artifacts (sha256);

  CREATE TABLE run_cursors (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
