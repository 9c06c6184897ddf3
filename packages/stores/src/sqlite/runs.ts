import type { Owner } from '../owners/create-owner.ts';
import { defaultRunLimit } from '../ports/runs.ts';
import type { RunQuery, RunRow, RunStore } from '../ports/runs.ts';
import { bufferOf } from './connection.ts';
import type { Cell } from './connection.ts';
import type { SqliteContext } from './context.ts';
import { eventOf } from './events.ts';
import type { StoredEvent } from './events.ts';
import { claimRuns, isAnyFree } from './run-claims.ts';
import { createRunRows, runColumns } from './run-rows.ts';

/** The runs of one file. */
export const createSqliteRuns = (context: SqliteContext, owner: Owner): RunStore => {
  const { database, now } = context;
  const { connection } = database;
  const rows = createRunRows(context);
  return {
    create: (run, change) =>
      database.write(() => {
        const known = run.key === null ? undefined : rows.findByKey(run.key);
        if (known) return { created: false, run: known };
        rows.create(run, change);
        const created = rows.find(run.id);
        if (!created) throw new Error(`Run ${run.id} was not stored`);
        return { created: true, run: created };
      }),
    find: (id) => database.read(() => rows.find(id)),
    list: (query = {}) =>
      database.read(() => {
        const { where, cells } = conditionsOf(query);
        const sql = `SELECT ${runColumns} FROM runs ${where} ORDER BY seq DESC LIMIT ?`;
        return connection.rows<RunRow>(sql, ...cells, query.limit ?? defaultRunLimit);
      }),
    events: (id, { after = 0, limit = Number.MAX_SAFE_INTEGER } = {}) =>
      database.read(() => connection.rows<StoredEvent>(eventsOfRun, id, after, limit).map(eventOf)),
    artifact: (sha256) =>
      database.read(() => {
        const found = connection.row<{ bytes: ArrayBuffer }>('SELECT bytes FROM artifacts WHERE sha256 = ?', sha256);
        return found && bufferOf(found.bytes);
      }),
    append: (id, version, change) => database.write(() => rows.append(id, version, change, false)),
    seize: (id, version, change) => database.write(() => rows.append(id, version, change, true)),
    claim: async (pipelines, most) => {
      const ownerId = await owner.ready();
      // Most claims find nothing: they must not take the write lock.
      const isAny = await database.read(() => isAnyFree(connection, ownerId, now()));
      if (!isAny) return [];
      return database.write(() => claimRuns(connection, pipelines, { most, owner: ownerId, now: now() }));
    },
    release: async (id, fence) => {
      await database.write(() =>
        connection.run('UPDATE runs SET owner = NULL, fence = fence + 1 WHERE id = ? AND fence = ?', id, fence),
      );
    },
    fences: (ids) =>
      database.read(() => {
        const found = connection.rows<{ id: string; fence: number }>(fencesOf, JSON.stringify(ids));
        return new Map(found.map(({ id, fence }) => [id, fence]));
      }),
    prune: (before, most) =>
      database.write(() => {
        const found = connection.rows<{ seq: number }>(finishedBefore, before, most);
        for (const { seq } of found) for (const sql of removals) connection.run(sql, seq);
        return found.length;
      }),
    cursor: (name) =>
      database.read(
        () =>
          connection.row<{ position: number }>('SELECT position FROM run_cursors WHERE name = ?', name)?.position ?? 0,
      ),
    moveCursor: async (name, position) => {
      await database.write(() => connection.run(cursorMove, name, position));
    },
  };
};

/** Two followers of one name may send an event twice; none of them moves the other back. */
const cursorMove = `INSERT INTO run_cursors (name, position) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET position = max(position, excluded.position)`;
const fencesOf = 'SELECT id, fence FROM runs WHERE id IN (SELECT value FROM json_each(?))';
const finishedBefore = 'SELECT seq FROM runs WHERE finished_at < ? ORDER BY finished_at LIMIT ?';

const eventsOfRun = `SELECT e.position, e.event_id, e.ts, e.principal, e.tool, e.code, e.rest
  FROM runs r JOIN run_events n ON n.run = r.seq JOIN events e ON e.position = n.position
  WHERE r.id = ? AND n.number > ? ORDER BY n.number LIMIT ?`;

/** The events stay in the log: its chain would break without them. */
const removals = [
  `DELETE FROM artifacts WHERE sha256 IN (SELECT sha256 FROM run_artifacts WHERE run = ?1)
     AND NOT EXISTS (SELECT 1 FROM run_artifacts o WHERE o.sha256 = artifacts.sha256 AND o.run <> ?1)`,
  'DELETE FROM run_artifacts WHERE run = ?',
  'DELETE FROM run_events WHERE run = ?',
  'DELETE FROM run_snapshots WHERE run = ?',
  'DELETE FROM runs WHERE seq = ?',
];

const conditionsOf = ({ pipeline, principal, state, before }: RunQuery) => {
  const given: readonly (readonly [string, Cell | undefined])[] = [
    ['pipeline = ?', pipeline],
    ['principal = ?', principal],
    ['state = ?', state],
    ['seq < (SELECT seq FROM runs WHERE id = ?)', before],
  ];
  const used = given.filter((condition): condition is readonly [string, Cell] => condition[1] !== undefined);
  const where = used.length > 0 ? `WHERE ${used.map(([sql]) => sql).join(' AND ')}` : '';
  return { where, cells: used.map(([, cell]) => cell) };
};
