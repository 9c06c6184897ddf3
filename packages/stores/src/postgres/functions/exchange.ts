/**
 * Ends and admits calls, many in one transaction, so that a call costs a share of a round trip and of a commit before
 * its handler and after it.
 */
export const exchangeFunctions = `
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
`;
