/**
 * The writes of runs. Each is one function, so that it is one round trip and one transaction.
 *
 * All of them take their locks in the same order: contents of artifacts, then the row of the run, then the log of
 * events. The log is locked last, because every process waits for it.
 */
export const runFunctions = `
  CREATE FUNCTION $schema.lock_artifacts() RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock_shared(hashtext('$schema.artifacts'))
  $$;

  CREATE FUNCTION $schema.write_run(
    p_seq bigint, p_last bigint, p_change json, p_events json, p_shas text[], p_bytes bytea[], p_seize boolean,
    p_now bigint
  ) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint := $schema.at(p_now);
    next_operation text := p_change ->> 'operation';
    added integer := json_array_length(p_events);
  BEGIN
    UPDATE $schema.runs r SET
      state = p_change ->> 'state',
      operation = next_operation,
      operation_since = CASE WHEN next_operation IS NULL THEN NULL
        WHEN r.operation IS NOT DISTINCT FROM next_operation THEN r.operation_since ELSE decided_at END,
      owner = CASE WHEN next_operation IS NULL OR p_seize THEN NULL ELSE r.owner END,
      fence = r.fence + p_seize::integer,
      last_event = p_last + added,
      head = p_change ->> 'head',
      updated_at = decided_at,
      finished_at = CASE WHEN (p_change ->> 'finished')::boolean THEN decided_at END
      WHERE r.seq = p_seq;
    -- In the order of their hashes, so that two runs that write the same contents do not wait for each other.
    INSERT INTO $schema.artifacts (sha256, bytes)
      SELECT g.sha256, g.bytes FROM unnest(p_shas, p_bytes) AS g (sha256, bytes) ORDER BY g.sha256
      ON CONFLICT DO NOTHING;
    INSERT INTO $schema.run_artifacts (run, sha256)
      SELECT DISTINCT p_seq, g.sha256 FROM unnest(p_shas) AS g (sha256) ON CONFLICT DO NOTHING;
    IF p_change ->> 'snapshot' IS NOT NULL THEN
      INSERT INTO $schema.run_snapshots AS s (run, number, snapshot)
        VALUES (p_seq, p_last + added, p_change ->> 'snapshot')
        ON CONFLICT (run) DO UPDATE SET number = excluded.number, snapshot = excluded.snapshot;
    END IF;
    IF added = 0 THEN RETURN; END IF;
    PERFORM $schema.append(p_events, p_now);
    INSERT INTO $schema.run_events (run, number, position)
      SELECT p_seq, p_last + g.n, v.position
      FROM json_array_elements(p_events) WITH ORDINALITY AS g (e, n)
      JOIN $schema.events v ON v.ts = g.e ->> 'ts' AND v.event_id = g.e ->> 'event_id';
  END
  $$;

  -- Creates a run, or finds the one that has its key.
  CREATE FUNCTION $schema.create_run(
    p_run json, p_change json, p_events json, p_shas text[], p_bytes bytea[], p_now bigint
  ) RETURNS TABLE (created boolean, run $schema.runs, marks json) LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint := $schema.at(p_now);
    new_seq bigint;
  BEGIN
    IF cardinality(p_shas) > 0 THEN PERFORM $schema.lock_artifacts(); END IF;
    INSERT INTO $schema.runs AS r (id, pipeline, principal, key, config, config_hash, trace_id, state, operation,
        operation_since, fence, last_event, head, created_at, updated_at)
      VALUES (p_run ->> 'id', p_run ->> 'pipeline', p_run ->> 'principal', p_run ->> 'key', p_run ->> 'config',
        p_run ->> 'config_hash', p_run ->> 'trace_id', p_change ->> 'state', p_change ->> 'operation',
        CASE WHEN p_change ->> 'operation' IS NOT NULL THEN decided_at END, 0, 0, '', decided_at, decided_at)
      ON CONFLICT (key) DO NOTHING RETURNING r.seq INTO new_seq;
    created := new_seq IS NOT NULL;
    IF created THEN
      PERFORM $schema.write_run(new_seq, 0, p_change, p_events, p_shas, p_bytes, false, p_now);
      SELECT * INTO run FROM $schema.runs r WHERE r.seq = new_seq;
      SELECT json_agg(m) INTO marks FROM $schema.marks(p_now) m;
    ELSE
      SELECT * INTO run FROM $schema.runs r WHERE r.key = p_run ->> 'key';
    END IF;
    RETURN NEXT;
  END
  $$;

  -- Writes a change if the run is still at the version that the change is based on.
  CREATE FUNCTION $schema.append_run(
    p_id text, p_last bigint, p_fence bigint, p_seize boolean, p_change json, p_events json, p_shas text[],
    p_bytes bytea[], p_now bigint
  ) RETURNS TABLE (written boolean, marks json) LANGUAGE plpgsql AS $$
  DECLARE
    found_seq bigint;
  BEGIN
    IF cardinality(p_shas) > 0 THEN PERFORM $schema.lock_artifacts(); END IF;
    SELECT r.seq INTO found_seq FROM $schema.runs r
      WHERE r.id = p_id AND r.last_event = p_last AND r.fence = p_fence FOR UPDATE;
    written := found_seq IS NOT NULL;
    IF written THEN
      PERFORM $schema.write_run(found_seq, p_last, p_change, p_events, p_shas, p_bytes, p_seize, p_now);
      SELECT json_agg(m) INTO marks FROM $schema.marks(p_now) m;
    END IF;
    RETURN NEXT;
  END
  $$;

  -- Takes waiting runs, oldest first, one of each pipeline before the next round. Runs of owners whose lease has
  -- ended, and of those that the adapter knows to be gone, wait again first. One claim at a time keeps the turns.
  CREATE FUNCTION $schema.claim_runs(p_pipelines text[], p_most integer, p_owner bigint, p_gone bigint[], p_now bigint)
  RETURNS SETOF $schema.runs LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('$schema.runs'));
    UPDATE $schema.runs r SET owner = NULL, fence = r.fence + 1
      WHERE r.owner IS NOT NULL AND r.owner <> p_owner AND (
        r.owner = ANY (p_gone) OR NOT EXISTS (
          SELECT 1 FROM $schema.owners o WHERE o.id = r.owner AND o.lease_ends > $schema.at(p_now)
        )
      );
    RETURN QUERY
      WITH queued AS (
        SELECT w.seq, p.turn, row_number() OVER (PARTITION BY p.turn ORDER BY w.operation_since, w.seq) AS round
        FROM unnest(p_pipelines) WITH ORDINALITY AS p (pipeline, turn)
        CROSS JOIN LATERAL (
          SELECT r.seq, r.operation_since FROM $schema.runs r
          WHERE r.pipeline = p.pipeline AND r.operation IS NOT NULL AND r.owner IS NULL
          ORDER BY r.operation_since, r.seq LIMIT p_most
        ) w
      ), chosen AS (
        SELECT q.seq, q.round, q.turn FROM queued q ORDER BY q.round, q.turn LIMIT p_most
      ), taken AS (
        UPDATE $schema.runs r SET owner = p_owner, fence = r.fence + 1 FROM chosen c
        WHERE r.seq = c.seq AND r.operation IS NOT NULL AND r.owner IS NULL
        RETURNING r.*, c.round AS its_round, c.turn AS its_turn
      )
      SELECT t.seq, t.id, t.pipeline, t.principal, t.key, t.config, t.config_hash, t.trace_id, t.state, t.operation,
        t.operation_since, t.owner, t.fence, t.last_event, t.head, t.created_at, t.updated_at, t.finished_at
      FROM taken t ORDER BY t.its_round, t.its_turn;
  END
  $$;

  -- Removes finished runs. Their events stay in the log: its chain would break without them. Writers of contents wait,
  -- so that none is removed that a run has just been given.
  CREATE FUNCTION $schema.prune_runs(p_before bigint, p_most integer) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    dropped bigint[];
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('$schema.artifacts'));
    SELECT array_agg(f.seq) INTO dropped FROM (
      SELECT r.seq FROM $schema.runs r WHERE r.finished_at < p_before
      ORDER BY r.finished_at, r.seq LIMIT p_most FOR UPDATE SKIP LOCKED
    ) f;
    DELETE FROM $schema.artifacts a USING $schema.run_artifacts g
      WHERE g.run = ANY (dropped) AND a.sha256 = g.sha256 AND NOT EXISTS (
        SELECT 1 FROM $schema.run_artifacts o WHERE o.sha256 = a.sha256 AND o.run <> ALL (dropped)
      );
    DELETE FROM $schema.run_artifacts g WHERE g.run = ANY (dropped);
    DELETE FROM $schema.run_events g WHERE g.run = ANY (dropped);
    DELETE FROM $schema.run_snapshots g WHERE g.run = ANY (dropped);
    DELETE FROM $schema.runs r WHERE r.seq = ANY (dropped);
    RETURN coalesce(cardinality(dropped), 0);
  END
  $$;
`;
