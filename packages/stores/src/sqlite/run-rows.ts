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
  WHERE seq = ?8`;

const snapshotUpdate = 'INSERT OR REPLACE INTO run_snapshots (run, number, snapshot) VALUES (?, ?, ?)';

const selection = `SELECT ${runColumns}, s.snapshot, coalesce(s.number, 0) AS snapshot_event
  FROM runs LEFT JOIN run_snapshots s ON s.run = runs.seq WHERE id = ?`;

/** Writes the rows of runs, always inside an open transaction. */
export const createRunRows = (context: SqliteContext) => {
  const { connection } = context.database;
  const append = createAppender(context);

  const insert = (run: NewRun, { state, operation }: RunChange): number => {
    const at = context.now();
    const { id, pipeline, principal, key, config, config_hash, trace_id } = run;
    const given = [id, pipeline, principal, key, config, config_hash, trace_id, state, operation];
    return connection.insert(insertion, ...given, operation === null ? null : at, at, at);
  };

  /** Events first: whatever reads the snapshot finds the events that it stands for. */
  const write = (seq: number, last: number, change: RunChange, seize: boolean): void => {
    const { events, head, state, operation, finished = false, snapshot, artifacts = [] } = change;
    append(events);
    const newest = connection.row<{ position: number }>('SELECT max(position) AS position FROM events')?.position ?? 0;
    const first = newest - events.length + 1;
    const places = events.flatMap((_, index) => [seq, last + 1 + index, first + index]);
    connection.insertAll('INSERT INTO run_events (run, number, position)', 3, places);
    for (const { sha256, bytes } of artifacts) {
      connection.run('INSERT OR IGNORE INTO artifacts (sha256, bytes) VALUES (?, ?)', sha256, bytes);
      connection.run('INSERT OR IGNORE INTO run_artifacts (run, sha256) VALUES (?, ?)', seq, sha256);
    }
    const flags = [seize ? 1 : 0, events.length, head, finished ? 1 : 0];
    connection.run(update, state, operation, context.now(), ...flags, seq);
    if (snapshot !== undefined) connection.run(snapshotUpdate, seq, last + events.length, snapshot);
  };

  return {
    find: (id: string): StoredRun | undefined => connection.row<StoredRun>(selection, id),
    findByKey: (key: string): RunRow | undefined =>
      connection.row<RunRow>(`SELECT ${runColumns} FROM runs WHERE key = ?`, key),
    create: (run: NewRun, change: RunChange): void => write(insert(run, change), 0, change, false),
    append: (id: string, version: RunVersion, change: RunChange, seize: boolean): boolean => {
      const found = connection.row<RunVersion & { seq: number }>(
        'SELECT seq, last_event, fence FROM runs WHERE id = ?',
        id,
      );
      if (found?.last_event !== version.last_event || found.fence !== version.fence) return false;
      write(found.seq, version.last_event, change, seize);
      return true;
    },
  };
};
