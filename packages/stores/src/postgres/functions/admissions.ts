/**
 * Admits calls. Each is judged completely before anything is written for it: a refusal has nothing to take back and
 * does not affect the others.
 *
 * It compares what `judgeClaim`, `judgeReservation` and `judgeToken` compare, except that only the adapter can tell
 * whether a process is gone: `gone` names a claim whose owner is.
 */
export const admissionFunctions = `
  CREATE FUNCTION $schema.admit_calls(
    p_begins json, p_owner bigint, p_lease_ms bigint, p_kept_ms bigint, p_most bigint, p_restores integer, p_now bigint
  ) RETURNS TABLE (
    number integer, state text, decided_at bigint, claim bigint, confirmation bigint, detail json
  ) LANGUAGE plpgsql AS $$
  DECLARE
    b record;
    q record;
    window_now record;
    known $schema.replays;
    its_owner $schema.owners;
    token $schema.tokens;
    -- The lost claim that the call takes over. Its confirmation is good for the call that replaces it.
    lost bigint;
    place text;
    is_silent boolean;
    is_paused boolean;
    before bigint;
    names text[];
    standings json[];
    paused text[];
    reservation bigint;
    ids bigint[];
    newest bigint;
  BEGIN
    FOR b IN
      SELECT x.* FROM json_to_recordset(p_begins) AS x (
        number integer, attempt text, scope text, principal text, operation text, digest text, bound_ms bigint,
        retention_ms bigint, idempotent boolean, reopen bigint, gone bigint, quotas json, required boolean,
        asked_by text, asked_for text, asked_digest text, token_seq bigint, token_digest text, suffices boolean
      ) ORDER BY x.scope COLLATE "C" NULLS FIRST
    LOOP
      number := b.number;
      -- Judged again if another transaction takes the key in the meantime.
      LOOP
        decided_at := $schema.at(p_now);
        state := NULL;
        claim := NULL;
        confirmation := NULL;
        detail := NULL;
        known := NULL;
        token := NULL;
        lost := NULL;
        IF b.scope IS NOT NULL THEN
          SELECT * INTO known FROM $schema.replays r WHERE r.scope = b.scope;
          IF known.seq IS NOT NULL THEN
            SELECT * INTO its_owner FROM $schema.owners o WHERE o.id = known.owner;
            is_silent := known.seq IS NOT DISTINCT FROM b.gone OR
              least(known.bound_at, greatest(known.lease_ends, coalesce(its_owner.lease_ends, 0))) <= decided_at;
            IF known.expires_at > decided_at AND NOT (
              known.arguments_digest = b.digest AND (
                known.settled_at IS NOT NULL AND known.effect = 'unknown' AND (b.idempotent OR known.seq = b.reopen)
                OR known.settled_at IS NULL AND is_silent
                  AND (known.started_at IS NULL OR b.idempotent OR known.seq = b.reopen)
              )
            ) IS TRUE THEN
              state := 'key';
              detail := json_build_object('known', row_to_json(known), 'owner', row_to_json(its_owner));
              EXIT;
            END IF;
            IF known.expires_at > decided_at THEN lost := known.seq; END IF;
          END IF;
        END IF;

        is_paused := false;
        names := '{}';
        standings := '{}';
        paused := '{}';
        IF b.quotas IS NOT NULL THEN
          FOR q IN SELECT y.* FROM json_to_recordset(b.quotas)
            AS y (name text, window_ms bigint, pause double precision, stop double precision)
          LOOP
            SELECT * INTO window_now FROM $schema.window_state(q.name, q.window_ms, decided_at);
            before := window_now.counted + coalesce(array_length(array_positions(names, q.name), 1), 0);
            names := names || q.name;
            standings := standings || json_build_object(
              'counted', before, 'oldest', window_now.oldest, 'granted_until', window_now.granted_until);
            IF before + 1 > q.stop THEN
              state := 'stopped';
              EXIT;
            END IF;
            IF before + 1 > q.pause AND window_now.granted_until <= decided_at THEN
              is_paused := true;
              paused := paused || q.name;
            END IF;
          END LOOP;
          detail := json_build_object('standings', array_to_json(standings));
          EXIT WHEN state IS NOT NULL;
        END IF;

        IF b.required OR is_paused THEN
          IF b.token_seq IS NOT NULL THEN
            SELECT * INTO token FROM $schema.tokens t WHERE t.seq = b.token_seq AND t.digest = b.token_digest;
            IF token.claim = lost AND token.restores < p_restores THEN
              token.consumed_at := NULL;
              token.claim := NULL;
            END IF;
            IF (token.consumed_at IS NULL AND token.denied_at IS NULL AND token.expires_at > decided_at
              AND token.principal = b.asked_by AND token.operation = b.asked_for
              AND token.arguments_digest = b.asked_digest
              AND (b.suffices OR token.approved_at IS NOT NULL)) IS NOT TRUE
            THEN
              state := 'refused';
              SELECT * INTO known FROM $schema.replays r WHERE r.seq = token.claim;
              SELECT * INTO its_owner FROM $schema.owners o WHERE o.id = known.owner;
              detail := json_build_object('standings', array_to_json(standings),
                'token', CASE WHEN token.seq IS NOT NULL THEN row_to_json(token) END,
                'known', CASE WHEN known.seq IS NOT NULL THEN row_to_json(known) END, 'owner', row_to_json(its_owner));
              EXIT;
            END IF;
          ELSE
            SELECT * INTO token FROM $schema.tokens t
              WHERE t.found_by_call AND t.approved_at IS NOT NULL AND t.consumed_at IS NULL
                AND t.arguments_digest = b.asked_digest AND t.principal = b.asked_by AND t.operation = b.asked_for
                AND t.expires_at > decided_at
              ORDER BY t.seq LIMIT 1 FOR UPDATE SKIP LOCKED;
            IF token.seq IS NULL AND lost IS NOT NULL THEN
              SELECT * INTO token FROM $schema.tokens t
                WHERE t.claim = lost AND t.restores < p_restores AND t.approved_at IS NOT NULL
                  AND t.arguments_digest = b.asked_digest AND t.principal = b.asked_by AND t.operation = b.asked_for
                  AND t.expires_at > decided_at
                LIMIT 1 FOR UPDATE SKIP LOCKED;
            END IF;
            IF token.seq IS NULL THEN
              state := 'unconfirmed';
              EXIT;
            END IF;
          END IF;
        END IF;

        place := coalesce(b.scope, 'confirmation ' || token.digest);
        IF place IS NOT NULL THEN
          IF known.seq IS NOT NULL THEN
            DELETE FROM $schema.replays r WHERE r.seq = known.seq
              AND r.started_at IS NOT DISTINCT FROM known.started_at
              AND r.settled_at IS NOT DISTINCT FROM known.settled_at;
            CONTINUE WHEN NOT FOUND;
          END IF;
          IF lost IS NOT NULL THEN
            UPDATE $schema.tokens t SET consumed_at = NULL, claim = NULL, restores = t.restores + 1,
              found_by_call = t.shared OR t.approved_at IS NOT NULL
              WHERE t.claim = lost AND t.restores < p_restores AND t.expires_at > decided_at;
          END IF;
          INSERT INTO $schema.replays
            (scope, principal, operation, arguments_digest, first_used_at, started_at, lease_ends, bound_at,
              retention_ms, expires_at, owner, attempt)
            VALUES (place, coalesce(b.principal, b.asked_by), coalesce(b.operation, b.asked_for),
              coalesce(b.digest, b.asked_digest), decided_at, decided_at, decided_at + p_lease_ms,
              decided_at + b.bound_ms, coalesce(b.retention_ms, p_kept_ms), 9007199254740991, p_owner, b.attempt)
            ON CONFLICT DO NOTHING RETURNING seq INTO claim;
          IF claim IS NULL THEN
            CONTINUE WHEN b.scope IS NOT NULL;
            RAISE EXCEPTION 'The token has a claim already' USING ERRCODE = 'serialization_failure';
          END IF;
          newest := claim;
        END IF;
        state := 'admitted';
        EXIT;
      END LOOP;

      IF state = 'admitted' THEN
        ids := '{}';
        IF b.quotas IS NOT NULL THEN
          FOR q IN SELECT y.* FROM json_to_recordset(b.quotas) AS y (name text, window_ms bigint) LOOP
            INSERT INTO $schema.quota_calls (window_name, at, expires_at)
              VALUES (q.name, decided_at, decided_at + q.window_ms) RETURNING seq INTO reservation;
            ids := ids || reservation;
            UPDATE $schema.quota_windows w SET counted = w.counted + 1,
              granted_until = CASE WHEN token.seq IS NOT NULL AND q.name = ANY (paused)
                THEN (SELECT min(c.at) FROM $schema.quota_calls c
                  WHERE c.window_name = q.name AND c.at > decided_at - q.window_ms) + q.window_ms
                ELSE w.granted_until END
              WHERE w.name = q.name;
          END LOOP;
          detail := json_build_object('standings', array_to_json(standings), 'ids', to_json(ids));
        END IF;
        IF token.seq IS NOT NULL THEN
          UPDATE $schema.tokens t SET consumed_at = decided_at, found_by_call = false, claim = newest
            WHERE t.seq = token.seq AND t.consumed_at IS NULL;
          IF NOT FOUND THEN
            RAISE EXCEPTION 'The token was used in the meantime' USING ERRCODE = 'serialization_failure';
          END IF;
          confirmation := token.seq;
        END IF;
      END IF;
      RETURN NEXT;
    END LOOP;
    IF newest IS NOT NULL THEN
      DELETE FROM $schema.replays r WHERE r.seq IN (
        SELECT o.seq FROM $schema.replays o WHERE o.seq <= newest - p_most AND o.expires_at < 9007199254740991
          FOR UPDATE SKIP LOCKED
      );
    END IF;
  END
  $$;
`;
