/**
 * The row of a window is locked before any of its calls, by every transaction, so that reservations of one window
 * follow each other and no two transactions wait for each other. The count is kept in that row: a reservation costs
 * the same however many calls there are.
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
