/** Adds tasks. Signals need no table: they are notifications of PostgreSQL. */
export const addSharing = `
  CREATE TABLE $schema.tasks (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    -- Digests of the server and the principal, and of these, the tool and the idempotency key.
    scope text COLLATE "C" NOT NULL,
    key text COLLATE "C" UNIQUE,
    tool text NOT NULL,
    arguments_digest text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    ttl_ms bigint NOT NULL,
    expires_at bigint NOT NULL,
    version integer NOT NULL,
    ended boolean NOT NULL,
    owner bigint NOT NULL,
    sealed_by text NOT NULL,
    sealed bytea NOT NULL
  );
  CREATE INDEX tasks_by_expiry ON $schema.tasks (expires_at);
`;
