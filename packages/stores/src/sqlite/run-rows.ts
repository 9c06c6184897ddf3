import type { NewRun, RunChange, RunRow, RunVersion, RunWithSnapshot } from '../ports/runs.ts';
import { createAppender } from './append-events.ts';
import type { SqliteContext } from './context.ts';

export type StoredRun = RunWithSnapshot & { readonly seq: number };

/** Every column but the key, which is only compared. */
export const runColumns = `seq, id, pipeline, principal, config, config_hash, trace_id, state, operation, operation_since, owner, fence,
  last_event, head, created_at, updated_at, finished_at`;

const insertion = `INSERT INTO runs (id, pipeline, principal, key, config, config_hash, trace_id, state, operation,
    operation_since, fence, last_event, head, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '', ?, ?)`;

const update = `UPDATE runs SET state = ?, operation = ?,
    operation_since = CASE WHEN ?2 IS NULL THEN NULL WHEN operation IS ?2 THEN operation_since ELSE ?3 END,
    owner = CASE WHEN ?2 IS NULL OR ?4 = 1 THEN NULL ELSE owner END,
    fence = fence + ?4, last_event = last_event + ?5, head = ?6, updated_at = ?3,
    finished_at = CASE WHEN ?7 = 1 THEN ?3 ELSE NULL END
  WHERE seq = ?8 AND id = ?9 AND last_event = ?10 AND fence = ?11`;

const snapshotUpdate = 'INSERT OR REPLACE INTO run_snapshots (run, number, snapshot) VALUES (?, ?, ?)';

const selection = `SELECT ${runColumns}, s.snapshot, coalesce(s.number, 0) AS snapshot_event
  FROM runs LEFT JOIN run_snapshots s ON s.run = runs.seq WHERE id = ?`;

interface Write {
  readonly change: RunChange;
  readonly seize: boolean;
}

const newestPosition = 'SELECT max(position) AS position FROM events';
/** How many numbers of runs are remembered. */
const mostKnown = 1000;

/** Writes the rows of runs, always inside an open transaction. */
export const createRunRows = (context: SqliteContext) => {
  const { connection } = context.database;
  const append = createAppender(context);
  const seqs = new Map<string, number>();

  const insert = (run: NewRun, { state, operation }: RunChange): number => {
    const at = context.now();
    const { id, pipeline, principal, key, config, config_hash, trace_id } = run;
    const given = [id, pipeline, principal, key, config, config_hash, trace_id, state, operation];
    return connection.insert(insertion, ...given, operation === null ? null : at, at, at);
  };

  /** Writes a change if the run is still at its version. */
  const write = (seq: number, id: string, version: RunVersion, { change, seize }: Write): boolean => {
    const { events, head, state, operation, finished = false, snapshot, artifacts = [] } = change;
    const last = version.last_event;
    const flags = [seize ? 1 : 0, events.length, head, finished ? 1 : 0];
    // The id too: a number that a rolled-back transaction gave out is given out again.
    const changed = connection.run(update, state, operation, context.now(), ...flags, seq, id, last, version.fence);
    if (changed === 0) return false;
    const newest = append(events) ?? connection.row<{ position: number }>(newestPosition)?.position ?? 0;
    const first = newest - events.length + 1;
    const places = events.flatMap((_, index) => [seq, last + 1 + index, first + index]);
    connection.insertAll('INSERT INTO run_events (run, number, position)', 3, places);
    for (const { sha256, bytes } of artifacts) {
      connection.run('INSERT OR IGNORE INTO artifacts (sha256, bytes) VALUES (?, ?)', sha256, bytes);
      connection.run('INSERT OR IGNORE INTO run_artifacts (run, sha256) VALUES (?, ?)', seq, sha256);
    }
    if (snapshot !== undefined) connection.run(snapshotUpdate, seq, last + events.length, snapshot);
    return true;
  };

  const seqOf = (id: string): number | undefined => {
    const known = seqs.get(id) ?? connection.row<{ seq: number }>('SELECT seq FROM runs WHERE id = ?', id)?.seq;
    if (seqs.size >= mostKnown) seqs.clear();
    if (known !== undefined) seqs.set(id, known);
    return known;
  };

  return {
    find: (id: string): StoredRun | undefined => connection.row<StoredRun>(selection, id),
    findByKey: (key: string): RunRow | undefined =>
      connection.row<RunRow>(`SELECT ${runColumns} FROM runs WHERE key = ?`, key),
    create: (run: NewRun, change: RunChange): boolean =>
      write(insert(run, change), run.id, { last_event: 0, fence: 0 }, { change, seize: false }),
    append: (id: string, version: RunVersion, change: RunChange, seize: boolean): boolean => {
      const seq = seqOf(id);
      return seq !== undefined && write(seq, id, version, { change, seize });
    },
  };
};
