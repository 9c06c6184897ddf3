/**
 * Writes events one delivery after the other: places are given out before they can be seen, and a reader who goes on
 * after the last place that he has seen would miss what is committed behind it.
 */
export const eventFunctions = `
  CREATE FUNCTION $schema.deliver(p_events json, p_most bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('$schema.events'));
    INSERT INTO $schema.events
      (event_id, ts, type, trace_id, span_id, subject, principal, tool, code, effect, elapsed_ms, data)
      SELECT e ->> 'event_id', e ->> 'ts', e ->> 'type', e ->> 'trace_id', e ->> 'span_id', e ->> 'subject',
        e ->> 'principal', e ->> 'tool', e ->> 'code', e ->> 'effect', (e ->> 'elapsed_ms')::double precision,
        e ->> 'data'
      FROM json_array_elements(p_events) WITH ORDINALITY AS given (e, n) ORDER BY n
      ON CONFLICT (ts, event_id) DO NOTHING;
    DELETE FROM $schema.events WHERE position <= (SELECT max(position) FROM $schema.events) - p_most;
  END
  $$;
`;
