/**
 * `append` links events to the chain, one transaction after the other: a reader that continues after the last position
 * it has seen would otherwise miss events that are committed later. It returns the marks of the chain.
 *
 * `mark` writes signed marks and drops the events up to a position, unless another process has changed the marks meanwhile.
 */
export const evidenceFunctions = `
  CREATE FUNCTION $schema.append(p_events json, p_now bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    e json;
    tail_position bigint;
    tail_link text;
    next_link text;
    appended boolean := false;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('$schema.events'));
    SELECT greatest(c.position, (SELECT max(v.position) FROM $schema.events v)), c.link
      INTO tail_position, tail_link FROM $schema.chain c WHERE c.kind = 'tail';
    -- A chain that has lost its marks goes on without links.
    tail_position := coalesce(tail_position, (SELECT max(v.position) FROM $schema.events v), 0);
    FOR e IN SELECT * FROM json_array_elements(p_events) LOOP
      next_link := encode(sha256(convert_to(tail_link || (tail_position + 1) || ':' || (e ->> 'digest'), 'UTF8')), 'base64');
      INSERT INTO $schema.events
        (position, event_id, ts, type, trace_id, span_id, subject, principal, tool, code, effect, elapsed_ms, data, link)
        OVERRIDING SYSTEM VALUE VALUES (tail_position + 1, e ->> 'event_id', e ->> 'ts', e ->> 'type',
          e ->> 'trace_id', e ->> 'span_id', e ->> 'subject', e ->> 'principal', e ->> 'tool', e ->> 'code',
          e ->> 'effect', (e ->> 'elapsed_ms')::double precision, e ->> 'data', next_link)
        ON CONFLICT (ts, event_id) DO NOTHING;
      CONTINUE WHEN NOT FOUND;
      tail_position := tail_position + 1;
      tail_link := next_link;
      appended := true;
    END LOOP;
    IF appended THEN
      UPDATE $schema.chain c SET position = tail_position, link = tail_link,
        at = CASE WHEN c.position = (SELECT h.position FROM $schema.chain h WHERE h.kind = 'head')
          THEN $schema.at(p_now) ELSE c.at END
        WHERE c.kind = 'tail';
    END IF;
  END
  $$;

  CREATE FUNCTION $schema.marks(p_now bigint) RETURNS TABLE (
    kind text, number bigint, "position" bigint, link text, at bigint, sealed_by text, mac text, event_link text,
    read_at bigint
  ) LANGUAGE sql VOLATILE AS $$
    SELECT c.*, CASE c.kind WHEN 'head' THEN (SELECT e.link FROM $schema.events e WHERE e.position = c.position) END,
      $schema.at(p_now)
    FROM $schema.chain c
  $$;

  CREATE FUNCTION $schema.deliver(p_events json, p_now bigint) RETURNS TABLE (
    kind text, number bigint, "position" bigint, link text, at bigint, sealed_by text, mac text, event_link text,
    read_at bigint
  ) LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM $schema.append(p_events, p_now);
    RETURN QUERY SELECT * FROM $schema.marks(p_now);
  END
  $$;

  CREATE FUNCTION $schema.mark(
    p_marks json, p_seal json, p_base_mac text, p_head_mac text, p_drop_to bigint
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('$schema.events'));
    IF (SELECT c.mac FROM $schema.chain c WHERE c.kind = 'base') IS DISTINCT FROM p_base_mac
      OR (SELECT c.mac FROM $schema.chain c WHERE c.kind = 'head') IS DISTINCT FROM p_head_mac
    THEN RETURN false; END IF;
    INSERT INTO $schema.chain (kind, number, position, link, at, sealed_by, mac)
      SELECT m ->> 'kind', (m ->> 'number')::bigint, (m ->> 'position')::bigint, m ->> 'link',
        (m ->> 'at')::bigint, m ->> 'sealed_by', m ->> 'mac'
      FROM json_array_elements(p_marks) AS m
      ON CONFLICT (kind) DO UPDATE SET number = excluded.number, position = excluded.position, link = excluded.link,
        at = excluded.at, sealed_by = excluded.sealed_by, mac = excluded.mac;
    IF p_seal IS NOT NULL THEN
      INSERT INTO $schema.seals (number, position, link, at, sealed_by, mac) VALUES (
        (p_seal ->> 'number')::bigint, (p_seal ->> 'position')::bigint, p_seal ->> 'link',
        (p_seal ->> 'at')::bigint, p_seal ->> 'sealed_by', p_seal ->> 'mac');
    END IF;
    IF p_drop_to IS NOT NULL THEN
      DELETE FROM $schema.events v WHERE v.position <= p_drop_to;
      DELETE FROM $schema.seals s WHERE s.position <= p_drop_to;
    END IF;
    RETURN true;
  END
  $$;
`;
