/** The tables of runs. Their events are in the table of all events; `run_events` says where. */
export const runTables = `
  -- The fill factor leaves room for updates in place: a row changes with every event of its run.
  CREATE TABLE $schema.runs (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    pipeline text COLLATE "C" NOT NULL,
    principal text NOT NULL,
    key text COLLATE "C" UNIQUE,
    config text NOT NULL,
    config_hash text NOT NULL,
    trace_id text NOT NULL,
    state text COLLATE "C" NOT NULL,
    operation text,
    operation_since bigint,
    owner bigint,
    fence bigint NOT NULL,
    last_event bigint NOT NULL,
    head text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    finished_at bigint
  ) WITH (fillfactor = 70);
  CREATE INDEX runs_by_pipeline ON $schema.runs (pipeline, seq);
  CREATE INDEX runs_by_state ON $schema.runs (state, seq);
  CREATE INDEX runs_waiting ON $schema.runs (pipeline, operation_since, seq)
    WHERE operation IS NOT NULL AND owner IS NULL;
  CREATE INDEX runs_by_owner ON $schema.runs (owner) WHERE owner IS NOT NULL;
  CREATE INDEX runs_by_end ON $schema.runs (finished_at) WHERE finished_at IS NOT NULL;

  CREATE TABLE $schema.run_snapshots (
    run bigint PRIMARY KEY,
    number bigint NOT NULL,
    snapshot text
  );

  CREATE TABLE $schema.run_events (
    run bigint NOT NULL,
    number bigint NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (run, number)
  );

  CREATE TABLE $schema.artifacts (
    sha256 text COLLATE "C" PRIMARY KEY,
    bytes bytea NOT NULL
  );
  CREATE TABLE $schema.run_artifacts (
    run bigint NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    PRIMARY KEY (run, sha256)
  );
  CREATE INDEX run_artifacts_by_content ON $schema.run_artifacts (sha256);

  CREATE TABLE $schema.run_cursors (
    name text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL
  );
`;
