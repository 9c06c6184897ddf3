/**
 * Claims a key, or answers with the row that stands in the way. What is compared is what `judgeClaim` compares. A
 * claim that has lapsed is taken over only as it was seen: whoever renewed, settled or claimed it meanwhile was first.
 */
export const replayFunctions = `
  CREATE FUNCTION $schema.claim(
    p_scope text, p_principal text, p_operation text, p_arguments text, p_lease_ms bigint, p_retention_ms bigint,
    p_idempotent boolean, p_most bigint, p_now bigint
  ) RETURNS TABLE (decided_at bigint, claimed bigint, known $schema.replays) LANGUAGE plpgsql AS $$
  BEGIN
    LOOP
      SELECT * INTO known FROM $schema.replays r WHERE r.scope = p_scope;
      decided_at := $schema.at(p_now);
      IF known.seq IS NOT NULL THEN
        IF known.expires_at > decided_at AND NOT (
          known.arguments_digest = p_arguments AND known.settled_at IS NULL AND known.lease_ends <= decided_at
          AND (known.started_at IS NULL OR p_idempotent)
        ) THEN
          RETURN NEXT;
          RETURN;
        END IF;
        DELETE FROM $schema.replays r WHERE r.seq = known.seq AND r.lease_ends = known.lease_ends
          AND r.started_at IS NOT DISTINCT FROM known.started_at
          AND r.settled_at IS NOT DISTINCT FROM known.settled_at;
        CONTINUE WHEN NOT FOUND;
      END IF;
      INSERT INTO $schema.replays
        (scope, principal, operation, arguments_digest, first_used_at, lease_ends, retention_ms, expires_at)
        VALUES (p_scope, p_principal, p_operation, p_arguments, decided_at, decided_at + p_lease_ms, p_retention_ms,
          decided_at + p_lease_ms + p_retention_ms)
        ON CONFLICT DO NOTHING RETURNING seq INTO claimed;
      EXIT WHEN claimed IS NOT NULL;
    END LOOP;
    DELETE FROM $schema.replays r WHERE r.seq IN (
      SELECT o.seq FROM $schema.replays o WHERE o.seq <= claimed - p_most AND o.settled_at IS NOT NULL
        FOR UPDATE SKIP LOCKED
    );
    RETURN NEXT;
  END
  $$;
`;
