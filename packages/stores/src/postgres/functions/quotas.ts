/**
 * The row of its window is locked before any of its calls, by everybody, so that reservations of one window follow
 * each other and nobody waits in a circle. The count is kept in that row: a reservation costs the same however many
 * calls there are. Calls of one process that ask at the same moment are reserved together, as many as there is room
 * for.
 */
export const quotaFunctions = `
  CREATE FUNCTION $schema.lock_window(
    p_name text, p_principal text, p_operation text, p_metric text, p_key text, p_window_ms bigint
  ) RETURNS $schema.quota_windows LANGUAGE plpgsql AS $$
  DECLARE
    found_window $schema.quota_windows;
  BEGIN
    LOOP
      SELECT * INTO found_window FROM $schema.quota_windows w WHERE w.name = p_name FOR UPDATE;
      IF FOUND THEN RETURN found_window; END IF;
      INSERT INTO $schema.quota_windows
        (name, principal, operation, metric, key, window_ms, counted, granted_until)
        VALUES (p_name, p_principal, p_operation, p_metric, p_key, p_window_ms, 0, 0) ON CONFLICT DO NOTHING;
    END LOOP;
  END
  $$;

  CREATE FUNCTION $schema.reserve(
    p_name text, p_principal text, p_operation text, p_metric text, p_key text, p_window_ms bigint,
    p_stop double precision, p_calls integer, p_now bigint
  ) RETURNS TABLE (decided_at bigint, ids bigint[], counted bigint, oldest bigint, granted_until bigint)
  LANGUAGE plpgsql AS $$
  DECLARE
    quota $schema.quota_windows;
    since bigint;
    trimmed bigint;
    room bigint;
  BEGIN
    quota := $schema.lock_window(p_name, p_principal, p_operation, p_metric, p_key, p_window_ms);
    decided_at := $schema.at(p_now);
    granted_until := quota.granted_until;
    since := decided_at - p_window_ms;
    WITH gone AS (
      DELETE FROM $schema.quota_calls c WHERE c.seq IN (
        SELECT e.seq FROM $schema.quota_calls e WHERE e.window_name = p_name AND e.at <= since ORDER BY e.at LIMIT 200
      ) RETURNING 1
    ) SELECT count(*) INTO trimmed FROM gone;
    IF trimmed < 200 THEN counted := quota.counted - trimmed;
    ELSE SELECT count(*) INTO counted FROM $schema.quota_calls c WHERE c.window_name = p_name AND c.at > since;
    END IF;
    IF counted > 0 THEN
      SELECT c.at INTO oldest FROM $schema.quota_calls c
        WHERE c.window_name = p_name AND c.at > since ORDER BY c.at LIMIT 1;
    END IF;
    room := greatest(0, least(p_calls, coalesce(floor(p_stop - counted), p_calls)));
    WITH made AS (
      INSERT INTO $schema.quota_calls (window_name, at, expires_at)
        SELECT p_name, decided_at, decided_at + p_window_ms FROM generate_series(1, room) RETURNING seq
    ) SELECT coalesce(array_agg(seq), '{}') INTO ids FROM made;
    IF room > 0 OR trimmed > 0 THEN
      UPDATE $schema.quota_windows w SET counted = w.counted - trimmed + room WHERE w.name = p_name;
    END IF;
    RETURN NEXT;
  END
  $$;

  CREATE FUNCTION $schema.give_back(p_id bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    quota text;
  BEGIN
    SELECT c.window_name INTO quota FROM $schema.quota_calls c WHERE c.seq = p_id;
    PERFORM 1 FROM $schema.quota_windows w WHERE w.name = quota FOR UPDATE;
    DELETE FROM $schema.quota_calls c WHERE c.seq = p_id;
    IF FOUND THEN
      UPDATE $schema.quota_windows w SET counted = w.counted - 1 WHERE w.name = quota;
    END IF;
  END
  $$;

  CREATE FUNCTION $schema.grant_pause(
    p_name text, p_principal text, p_operation text, p_metric text, p_key text, p_window_ms bigint, p_now bigint
  ) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint;
    oldest bigint;
  BEGIN
    PERFORM $schema.lock_window(p_name, p_principal, p_operation, p_metric, p_key, p_window_ms);
    decided_at := $schema.at(p_now);
    SELECT c.at INTO oldest FROM $schema.quota_calls c
      WHERE c.window_name = p_name AND c.at > decided_at - p_window_ms ORDER BY c.at LIMIT 1;
    UPDATE $schema.quota_windows w SET granted_until = coalesce(oldest, decided_at) + p_window_ms
      WHERE w.name = p_name;
  END
  $$;

  CREATE FUNCTION $schema.sweep_calls(p_most bigint, p_now bigint) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    quota text;
    dropped bigint;
    swept bigint := 0;
  BEGIN
    FOR quota IN SELECT DISTINCT e.window_name FROM (
      SELECT c.window_name FROM $schema.quota_calls c WHERE c.expires_at <= $schema.at(p_now) LIMIT p_most
    ) e LOOP
      PERFORM 1 FROM $schema.quota_windows w WHERE w.name = quota FOR UPDATE SKIP LOCKED;
      CONTINUE WHEN NOT FOUND;
      WITH gone AS (
        DELETE FROM $schema.quota_calls c WHERE c.seq IN (
          SELECT e.seq FROM $schema.quota_calls e
            WHERE e.window_name = quota AND e.expires_at <= $schema.at(p_now) LIMIT p_most
        ) RETURNING 1
      ) SELECT count(*) INTO dropped FROM gone;
      UPDATE $schema.quota_windows w SET counted = w.counted - dropped WHERE w.name = quota;
      swept := swept + dropped;
    END LOOP;
    RETURN swept;
  END
  $$;
`;
