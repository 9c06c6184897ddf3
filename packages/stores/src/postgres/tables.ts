/** Times are milliseconds since 1970; digests and ids compare byte by byte. */
export const tables = `
  CREATE SCHEMA IF NOT EXISTS $schema;
  CREATE TABLE $schema.version (version integer NOT NULL);
  INSERT INTO $schema.version VALUES (0);

  CREATE TABLE $schema.tokens (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest text COLLATE "C" NOT NULL,
    principal text NOT NULL,
    operation text NOT NULL,
    arguments_digest text NOT NULL,
    reasons text NOT NULL,
    issued_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    consumed_at bigint,
    approved_at bigint,
    denied_at bigint,
    decided_by text,
    reason text,
    -- Whether the call finds it without its token: while it waits for a person, or since one has decided about it.
    found_by_call boolean NOT NULL,
    sealed_by text,
    sealed bytea
  );
  CREATE INDEX tokens_by_expiry ON $schema.tokens (expires_at);
  CREATE INDEX tokens_by_call ON $schema.tokens (arguments_digest, principal, operation) WHERE found_by_call;

  CREATE TABLE $schema.quota_windows (
    name text COLLATE "C" PRIMARY KEY,
    principal text NOT NULL,
    operation text NOT NULL,
    metric text NOT NULL,
    key text NOT NULL,
    window_ms bigint NOT NULL,
    counted bigint NOT NULL,
    granted_until bigint NOT NULL
  );
  CREATE INDEX quota_windows_empty ON $schema.quota_windows (granted_until) WHERE counted = 0;

  CREATE TABLE $schema.quota_calls (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    window_name text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX quota_calls_by_window ON $schema.quota_calls (window_name, at);
  CREATE INDEX quota_calls_by_expiry ON $schema.quota_calls (expires_at);

  CREATE TABLE $schema.replays (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    scope text COLLATE "C" NOT NULL UNIQUE,
    principal text NOT NULL,
    operation text NOT NULL,
    arguments_digest text NOT NULL,
    first_used_at bigint NOT NULL,
    started_at bigint,
    lease_ends bigint NOT NULL,
    retention_ms bigint NOT NULL,
    settled_at bigint,
    expires_at bigint NOT NULL,
    sealed_by text,
    sealed bytea
  );
  CREATE INDEX replays_by_expiry ON $schema.replays (expires_at);

  CREATE TABLE $schema.keys (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    digest text COLLATE "C" NOT NULL UNIQUE,
    principal text NOT NULL,
    trust text NOT NULL,
    tools text,
    created_at bigint NOT NULL,
    revoked_at bigint
  );

  CREATE TABLE $schema.events (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id text COLLATE "C" NOT NULL,
    ts text COLLATE "C" NOT NULL,
    type text NOT NULL,
    trace_id text NOT NULL,
    span_id text NOT NULL,
    subject text,
    principal text,
    tool text NOT NULL,
    code text,
    effect text,
    elapsed_ms double precision,
    data text NOT NULL
  );
  -- An event that comes again has its time again. Ordered by time, new entries go where the last ones went.
  CREATE UNIQUE INDEX events_by_time ON $schema.events (ts, event_id);
  CREATE INDEX events_by_code ON $schema.events (code, position) WHERE code IS NOT NULL;
`;
