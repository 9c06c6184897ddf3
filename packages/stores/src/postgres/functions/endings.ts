/** End calls that have begun, and those that never ran. */
export const endingFunctions = `
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
`;
