/** Adds owners of claims, and confirmations that are used up in the transaction that begins their call. */
export const addOwners = `
  -- One row for each process that makes claims. A thread of that process renews its lease.
  CREATE TABLE $schema.owners (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    facts text,
    heard_at bigint NOT NULL,
    lease_ends bigint NOT NULL
  );
  ALTER TABLE $schema.replays
    ADD COLUMN owner bigint,
    -- After this time the handler no longer keeps its key in flight.
    ADD COLUMN bound_at bigint NOT NULL DEFAULT 9007199254740991,
    ADD COLUMN effect text;
  UPDATE $schema.replays SET expires_at = 9007199254740991 WHERE settled_at IS NULL;
  CREATE INDEX replays_unsettled ON $schema.replays (owner) WHERE settled_at IS NULL;
  -- Handlers that ended after their claim was replaced.
  CREATE TABLE $schema.possible_duplicates (claim bigint NOT NULL, at bigint NOT NULL);
  ALTER TABLE $schema.tokens
    -- The claim of the call that used the confirmation up, and how often it was good again.
    ADD COLUMN claim bigint,
    ADD COLUMN restores integer NOT NULL DEFAULT 0,
    -- Whether repeated calls get the same token until a decision is made.
    ADD COLUMN shared boolean NOT NULL DEFAULT false;
`;
