import { mostRestores } from '@recourse/engine';

/**
 * Claims a key, or returns the row that holds it. It compares what `judgeClaim` compares, except that only the adapter
 * can tell whether a process is gone: `p_gone` names a claim whose owner is. A claim is replaced only as it was
 * seen: another process may have settled or claimed it in the meantime.
 */
export const claimFunctions = `
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

  DROP FUNCTION $schema.claim(text, text, text, text, bigint, bigint, boolean, bigint, bigint);
  CREATE FUNCTION $schema.claim(
    p_scope text, p_principal text, p_operation text, p_arguments text, p_owner bigint, p_lease_ms bigint,
    p_bound_ms bigint, p_retention_ms bigint, p_idempotent boolean, p_reopen bigint, p_gone bigint, p_most bigint,
    p_now bigint
  ) RETURNS TABLE (decided_at bigint, claimed bigint, known $schema.replays, its_owner $schema.owners)
  LANGUAGE plpgsql AS $$
  DECLARE
    is_silent boolean;
  BEGIN
    LOOP
      SELECT * INTO known FROM $schema.replays r WHERE r.scope = p_scope;
      decided_at := $schema.at(p_now);
      IF known.seq IS NOT NULL THEN
        SELECT * INTO its_owner FROM $schema.owners o WHERE o.id = known.owner;
        is_silent := known.seq IS NOT DISTINCT FROM p_gone OR
          least(known.bound_at, greatest(known.lease_ends, coalesce(its_owner.lease_ends, 0))) <= decided_at;
        IF known.expires_at > decided_at AND NOT (
          known.arguments_digest = p_arguments AND (
            known.settled_at IS NOT NULL AND known.effect = 'unknown' AND (p_idempotent OR known.seq = p_reopen)
            OR known.settled_at IS NULL AND is_silent
              AND (known.started_at IS NULL OR p_idempotent OR known.seq = p_reopen)
          )
        ) IS TRUE THEN
          RETURN NEXT;
          RETURN;
        END IF;
        DELETE FROM $schema.replays r WHERE r.seq = known.seq
          AND r.started_at IS NOT DISTINCT FROM known.started_at
          AND r.settled_at IS NOT DISTINCT FROM known.settled_at;
        CONTINUE WHEN NOT FOUND;
        -- The lost call is made again, so the confirmation that began it is good for that.
        IF known.expires_at > decided_at THEN
          UPDATE $schema.tokens t SET consumed_at = NULL, claim = NULL, restores = t.restores + 1,
            found_by_call = t.shared OR t.approved_at IS NOT NULL
            WHERE t.claim = known.seq AND t.restores < ${mostRestores} AND t.expires_at > decided_at;
        END IF;
      END IF;
      INSERT INTO $schema.replays
        (scope, principal, operation, arguments_digest, first_used_at, lease_ends, bound_at, retention_ms, expires_at,
          owner)
        VALUES (p_scope, p_principal, p_operation, p_arguments, decided_at, decided_at + p_lease_ms,
          decided_at + p_bound_ms, p_retention_ms, 9007199254740991, p_owner)
        ON CONFLICT DO NOTHING RETURNING seq INTO claimed;
      EXIT WHEN claimed IS NOT NULL;
    END LOOP;
    DELETE FROM $schema.replays r WHERE r.seq IN (
      SELECT o.seq FROM $schema.replays o WHERE o.seq <= claimed - p_most AND o.expires_at < 9007199254740991
        FOR UPDATE SKIP LOCKED
    );
    RETURN NEXT;
  END
  $$;

  -- Settles or frees a lost claim by a person's statement, if it is still as it was read.
  CREATE FUNCTION $schema.resolve(
    p_seq bigint, p_applied boolean, p_sealed_by text, p_sealed bytea, p_started_at bigint, p_settled_at bigint,
    p_now bigint
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM $schema.replays WHERE seq = p_seq AND started_at IS NOT DISTINCT FROM p_started_at
      AND settled_at IS NOT DISTINCT FROM p_settled_at FOR UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
    IF p_applied THEN
      RETURN $schema.settle(p_seq, 'applied', p_sealed_by, p_sealed, p_now);
    END IF;
    DELETE FROM $schema.replays WHERE seq = p_seq;
    UPDATE $schema.tokens SET consumed_at = NULL, claim = NULL WHERE claim = p_seq;
    RETURN true;
  END
  $$;

  CREATE FUNCTION $schema.settle(p_seq bigint, p_effect text, p_sealed_by text, p_sealed bytea, p_now bigint)
  RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint := $schema.at(p_now);
  BEGIN
    UPDATE $schema.replays SET settled_at = decided_at, effect = p_effect, sealed_by = p_sealed_by, sealed = p_sealed,
      expires_at = CASE WHEN p_effect = 'unknown' THEN 9007199254740991 ELSE decided_at + retention_ms END
      WHERE seq = p_seq;
    IF FOUND THEN RETURN true; END IF;
    INSERT INTO $schema.possible_duplicates VALUES (p_seq, decided_at);
    RETURN false;
  END
  $$;
`;
