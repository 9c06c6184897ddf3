/**
 * `exchange` ends and admits calls, many in one transaction, so that a call costs a share of a round trip and of a
 * commit before its handler and after it. Calls are judged completely before anything is written for them: a refusal
 * has nothing to take back and does not affect the others.
 *
 * Everything that writes takes its locks in one order: windows of quotas by name, tokens by number, keys by scope, the
 * chain of events. Transactions therefore never wait for each other in a circle.
 *
 * It compares what `judgeClaim`, `judgeReservation` and `judgeToken` compare, except that only the adapter can
 * tell whether a process is gone: `gone` names a claim whose owner is.
 */
export const exchangeFunctions = `
  -- Names the admission, so that one whose answer was lost on the way can be undone.
  ALTER TABLE $schema.replays ADD COLUMN attempt text;

  DROP FUNCTION $schema.claim(
    text, text, text, text, bigint, bigint, bigint, bigint, boolean, bigint, bigint, bigint, bigint);
  DROP FUNCTION $schema.reserve(text, text, text, text, text, bigint, double precision, integer, bigint);
  DROP FUNCTION $schema.give_back(bigint);
  DROP FUNCTION $schema.grant_pause(text, text, text, text, text, bigint, bigint);
  DROP FUNCTION $schema.redeem(
    bigint, text, text, text, text, boolean, bigint, text, bigint, bigint, bigint, bigint, bigint);
  DROP FUNCTION $schema.ask(
    text, text, text, text, text, bigint, boolean, text[], text, bytea, bigint, bigint, bigint, bigint, bigint, bigint,
    bigint);
  DROP FUNCTION $schema.end_confirmed(bigint, bigint, text, text, bytea, integer, bigint);
  DROP FUNCTION $schema.begin_confirmed($schema.tokens, bigint, text, bigint, bigint, bigint, bigint, bigint);
  DROP FUNCTION $schema.lock_claim(bigint);

  -- Locks the windows and tokens that the calls need, in the one order.
  CREATE FUNCTION $schema.lock_for(p_ends json, p_begins json) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    w record;
    numbers bigint[];
  BEGIN
    FOR w IN
      SELECT DISTINCT ON (g.name) g.* FROM (
        SELECT q.name COLLATE "C", q.principal, q.operation, q.metric, q.key, q.window_ms
          FROM json_array_elements(p_begins) b, json_to_recordset(b -> 'quotas')
            AS q (name text, principal text, operation text, metric text, key text, window_ms bigint)
        UNION ALL
        SELECT v.name, v.principal, v.operation, v.metric, v.key, v.window_ms
          FROM json_array_elements(p_ends) e, json_array_elements_text(e -> 'give_back') AS id
          JOIN $schema.quota_calls c ON c.seq = id::bigint JOIN $schema.quota_windows v ON v.name = c.window_name
      ) g ORDER BY g.name
    LOOP
      PERFORM $schema.lock_window(w.name, w.principal, w.operation, w.metric, w.key, w.window_ms);
    END LOOP;
    -- A token that is used is only read: no lock for calls that come too late.
    numbers := ARRAY(
      SELECT (e ->> 'confirmation')::bigint FROM json_array_elements(p_ends) e WHERE e ->> 'confirmation' IS NOT NULL
      UNION
      SELECT t.seq FROM json_array_elements(p_begins) b JOIN $schema.tokens t
        ON t.seq = (b ->> 'token_seq')::bigint AND (t.consumed_at IS NULL
          -- It may be restored: the call may take the claim over that the token was used for.
          OR t.claim = (SELECT r.seq FROM $schema.replays r WHERE r.scope = b ->> 'scope'))
      UNION
      SELECT t.seq FROM json_array_elements(p_begins) b JOIN $schema.tokens t
        ON t.found_by_call AND t.approved_at IS NOT NULL AND t.arguments_digest = b ->> 'asked_digest'
          AND t.principal = b ->> 'asked_by' AND t.operation = b ->> 'asked_for'
        WHERE b ->> 'token_seq' IS NULL AND b ->> 'required' IS NOT NULL
    );
    PERFORM 1 FROM $schema.tokens t WHERE t.seq = ANY (numbers) ORDER BY t.seq FOR UPDATE;
  END
  $$;

  -- Frees the claims of admissions whose answer was lost: their handlers never ran.
  CREATE FUNCTION $schema.undo(p_attempts text[], p_owner bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    numbers bigint[];
  BEGIN
    numbers := ARRAY(SELECT r.seq FROM $schema.replays r
      WHERE r.owner = p_owner AND r.settled_at IS NULL AND r.attempt = ANY (p_attempts));
    UPDATE $schema.tokens t SET consumed_at = NULL, claim = NULL, found_by_call = t.shared OR t.approved_at IS NOT NULL
      WHERE t.claim = ANY (numbers);
    DELETE FROM $schema.replays r WHERE r.seq = ANY (numbers);
  END
  $$;

  CREATE FUNCTION $schema.end_calls(p_ends json, p_restores integer, p_now bigint)
  RETURNS TABLE (number integer, settled boolean, restored boolean) LANGUAGE plpgsql AS $$
  DECLARE
    e record;
    id bigint;
    quota text;
  BEGIN
    FOR e IN
      SELECT x.* FROM json_to_recordset(p_ends) AS x (
        number integer, claim bigint, confirmation bigint, effect text, sealed_by text, sealed text, give_back bigint[]
      ) ORDER BY (SELECT r.scope FROM $schema.replays r WHERE r.seq = x.claim) NULLS FIRST
    LOOP
      number := e.number;
      settled := true;
      restored := false;
      FOREACH id IN ARRAY e.give_back LOOP
        DELETE FROM $schema.quota_calls c WHERE c.seq = id RETURNING c.window_name INTO quota;
        IF FOUND THEN UPDATE $schema.quota_windows w SET counted = w.counted - 1 WHERE w.name = quota; END IF;
      END LOOP;
      IF e.effect <> 'none' THEN
        IF e.claim IS NOT NULL THEN
          settled := $schema.settle(e.claim, e.effect, e.sealed_by, decode(e.sealed, 'base64'), p_now);
        END IF;
      ELSE
        IF e.confirmation IS NOT NULL THEN
          UPDATE $schema.tokens t SET consumed_at = NULL, claim = NULL, restores = t.restores + 1,
            found_by_call = t.shared OR t.approved_at IS NOT NULL
            WHERE t.seq = e.confirmation AND t.claim = e.claim AND t.restores < p_restores
              AND t.expires_at > $schema.at(p_now);
          restored := FOUND;
        END IF;
        DELETE FROM $schema.replays r WHERE r.seq = e.claim;
      END IF;
      RETURN NEXT;
    END LOOP;
  END
  $$;

  -- Counts the calls of one window. Drops calls that have left it.
  CREATE FUNCTION $schema.window_state(p_name text, p_window_ms bigint, p_at bigint)
  RETURNS TABLE (counted bigint, oldest bigint, granted_until bigint) LANGUAGE plpgsql AS $$
  DECLARE
    since bigint := p_at - p_window_ms;
    trimmed bigint;
  BEGIN
    WITH gone AS (
      DELETE FROM $schema.quota_calls c WHERE c.seq IN (
        SELECT e.seq FROM $schema.quota_calls e WHERE e.window_name = p_name AND e.at <= since ORDER BY e.at LIMIT 200
      ) RETURNING 1
    ) SELECT count(*) INTO trimmed FROM gone;
    IF trimmed > 0 THEN
      UPDATE $schema.quota_windows w SET counted = w.counted - trimmed WHERE w.name = p_name;
    END IF;
    SELECT w.counted, w.granted_until INTO counted, granted_until FROM $schema.quota_windows w WHERE w.name = p_name;
    IF trimmed = 200 THEN
      SELECT count(*) INTO counted FROM $schema.quota_calls c WHERE c.window_name = p_name AND c.at > since;
    END IF;
    IF counted > 0 THEN
      SELECT c.at INTO oldest FROM $schema.quota_calls c
        WHERE c.window_name = p_name AND c.at > since ORDER BY c.at LIMIT 1;
    END IF;
    RETURN NEXT;
  END
  $$;

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

  CREATE FUNCTION $schema.exchange(
    p_ends json, p_begins json, p_events json, p_locks boolean, p_undo text[], p_owner bigint, p_lease_ms bigint,
    p_kept_ms bigint, p_most bigint, p_restores integer, p_now bigint
  ) RETURNS TABLE (
    number integer, state text, decided_at bigint, claim bigint, confirmation bigint, detail json
  ) LANGUAGE plpgsql AS $$
  DECLARE
    ended record;
    begun integer[] := '{}';
    joined json;
  BEGIN
    IF p_locks THEN PERFORM $schema.lock_for(p_ends, p_begins); END IF;
    IF p_undo IS NOT NULL THEN PERFORM $schema.undo(p_undo, p_owner); END IF;
    FOR ended IN SELECT * FROM $schema.end_calls(p_ends, p_restores, p_now) LOOP
      number := ended.number;
      state := 'ended';
      detail := json_build_object('settled', ended.settled, 'restored', ended.restored);
      RETURN NEXT;
    END LOOP;
    FOR number, state, decided_at, claim, confirmation, detail IN
      SELECT * FROM $schema.admit_calls(p_begins, p_owner, p_lease_ms, p_kept_ms, p_most, p_restores, p_now)
    LOOP
      IF state = 'admitted' THEN begun := begun || number; END IF;
      RETURN NEXT;
    END LOOP;
    -- The events of a call that was not admitted are not its transaction's.
    SELECT json_agg(v -> 'event' ORDER BY place) INTO joined
      FROM json_array_elements(p_events) WITH ORDINALITY AS given (v, place)
      WHERE v ->> 'begin' IS NULL OR (v ->> 'begin')::integer = ANY (begun);
    IF joined IS NULL THEN RETURN; END IF;
    number := -1;
    BEGIN
      PERFORM $schema.append(joined, p_now);
      state := 'recorded';
      SELECT json_agg(m) INTO detail FROM $schema.marks(p_now) m;
    EXCEPTION WHEN OTHERS THEN
      -- The calls go on without: their adapter keeps the events.
      state := 'unrecorded';
      detail := NULL;
    END;
    RETURN NEXT;
  END
  $$;

  -- Asks for a call: passes a decision about the same call on, or issues a token. Calls that ask for the same thing at
  -- the same moment follow each other, so that one of them issues the token that all of them share.
  CREATE FUNCTION $schema.ask(
    p_digest text, p_principal text, p_operation text, p_arguments text, p_reasons text, p_expires_at bigint,
    p_shared boolean, p_opens text[], p_sealed_by text, p_sealed bytea, p_most bigint, p_now bigint
  ) RETURNS TABLE (issued bigint, token $schema.tokens) LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint;
  BEGIN
    PERFORM pg_advisory_xact_lock(
      hashtextextended(concat_ws(chr(31), '$schema', p_principal, p_operation, p_arguments), 0));
    decided_at := $schema.at(p_now);
    SELECT * INTO token FROM $schema.tokens t
      WHERE t.found_by_call AND t.arguments_digest = p_arguments AND t.principal = p_principal
        AND t.operation = p_operation AND t.expires_at > decided_at
        AND (t.approved_at IS NOT NULL OR t.denied_at IS NOT NULL OR p_shared AND t.sealed_by = ANY (p_opens))
      ORDER BY t.approved_at IS NULL, t.denied_at IS NULL, t.seq LIMIT 1;
    IF token.seq IS NULL THEN
      INSERT INTO $schema.tokens
        (digest, principal, operation, arguments_digest, reasons, issued_at, expires_at, found_by_call, shared,
          sealed_by, sealed)
        VALUES (p_digest, p_principal, p_operation, p_arguments, p_reasons, decided_at, p_expires_at, p_shared,
          p_shared, p_sealed_by, p_sealed)
        RETURNING seq INTO issued;
      DELETE FROM $schema.tokens t WHERE t.seq IN (
        SELECT o.seq FROM $schema.tokens o WHERE o.seq <= issued - p_most FOR UPDATE SKIP LOCKED
      );
    END IF;
    RETURN NEXT;
  END
  $$;

  -- Settles or frees a lost claim by a person's statement, if it is still as it was read.
  CREATE OR REPLACE FUNCTION $schema.resolve(
    p_seq bigint, p_applied boolean, p_sealed_by text, p_sealed bytea, p_started_at bigint, p_settled_at bigint,
    p_now bigint
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM $schema.tokens WHERE claim = p_seq FOR UPDATE;
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
`;
