/**
 * Everything that writes takes its locks in one order: windows of quotas by name, tokens by number, keys by scope, the
 * chain of events. Transactions therefore never wait for each other in a circle.
 */
export const lockFunctions = `
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
`;
