import type { CallEvent } from '@recourse/engine/events';
import type { JsonObject } from '@recourse/contract';
import type { Owner } from '../../owners/create-owner.ts';
import { defaultRunLimit } from '../../ports/runs.ts';
import type { RunChange, RunQuery, RunRow, RunStore, RunVersion, RunWithSnapshot } from '../../ports/runs.ts';
import type { PostgresChain, ReadMark } from '../chain.ts';
import { withoutNul } from '../context.ts';
import type { PostgresContext } from '../context.ts';
import type { EventRow } from '../chained-events.ts';
import { renderEvent } from '../event-row.ts';
import { claimRuns } from './claim-runs.ts';
import { runColumns } from './run-columns.ts';

interface Written {
  readonly written: boolean;
  readonly marks: readonly ReadMark[] | null;
}

/** The runs of one schema. */
export const createPostgresRuns = (
  { database, now }: PostgresContext,
  { chain, owner }: { readonly chain: PostgresChain; readonly owner: Owner },
): RunStore => {
  const write = async (id: string, version: RunVersion, change: RunChange, seize: boolean): Promise<boolean> => {
    const cells = [id, version.last_event, version.fence, seize, ...cellsOf(change), now()];
    const [row] = await database.rows<Written>('append_run', appending, cells);
    if (row?.marks) await chain.advance(row.marks);
    return row?.written ?? false;
  };

  return {
    create: async ({ principal, ...run }, change) => {
      const cells = [JSON.stringify({ ...run, principal: withoutNul(principal) }), ...cellsOf(change), now()];
      const [row] = await database.rows<RunRow & Written & { created: boolean }>('create_run', creating, cells);
      if (!row) throw new Error('The store returned no row');
      const { created, marks, written: _, ...stored } = row;
      if (marks) await chain.advance(marks);
      return { created, run: stored };
    },
    find: async (id) => (await database.rows<RunWithSnapshot>('run', selection, [id]))[0],
    list: (query = {}) => {
      const { name, where, cells } = conditionsOf(query);
      const sql = `SELECT ${runColumns} FROM $schema.runs ${where} ORDER BY seq DESC LIMIT $${cells.length + 1}`;
      return database.rows<RunRow>(name, sql, [...cells, query.limit ?? defaultRunLimit]);
    },
    events: async (id, { after = 0, limit = Number.MAX_SAFE_INTEGER } = {}) => {
      const rows = await database.rows<EventRow>('run_events', eventsOfRun, [id, after, limit]);
      return rows.map((row): CallEvent => ({ ...row, data: JSON.parse(row.data) as JsonObject }));
    },
    artifact: async (sha256) => {
      const sql = 'SELECT bytes FROM $schema.artifacts WHERE sha256 = $1';
      return (await database.rows<{ bytes: Buffer }>('artifact', sql, [sha256]))[0]?.bytes;
    },
    append: (id, version, change) => write(id, version, change, false),
    seize: (id, version, change) => write(id, version, change, true),
    claim: async (pipelines, most) => claimRuns(database, pipelines, { most, owner: await owner.ready(), now: now() }),
    release: async (id, fence) => {
      const sql = 'UPDATE $schema.runs SET owner = NULL, fence = fence + 1 WHERE id = $1 AND fence = $2';
      await database.rows('release_run', sql, [id, fence]);
    },
    fences: async (ids) => {
      const sql = 'SELECT id, fence FROM $schema.runs WHERE id = ANY ($1)';
      const found = await database.rows<{ id: string; fence: number }>('run_fences', sql, [ids]);
      return new Map(found.map(({ id, fence }) => [id, fence]));
    },
    prune: async (before, most) => {
      const sql = 'SELECT $schema.prune_runs($1, $2) AS pruned';
      return (await database.rows<{ pruned: number }>('prune_runs', sql, [before, most]))[0]?.pruned ?? 0;
    },
    cursor: async (name) => {
      const sql = 'SELECT position FROM $schema.run_cursors WHERE name = $1';
      return (await database.rows<{ position: number }>('run_cursor', sql, [withoutNul(name)]))[0]?.position ?? 0;
    },
    moveCursor: async (name, position) => {
      await database.rows('move_run_cursor', cursorMove, [withoutNul(name), position]);
    },
  };
};

/** A change as the functions of the schema take it. Contents go apart from it, as bytes. */
const cellsOf = ({ events, artifacts = [], ...change }: RunChange) => [
  JSON.stringify(change),
  JSON.stringify(events.map(renderEvent)),
  artifacts.map(({ sha256 }) => sha256),
  artifacts.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
];

const creating = `SELECT c.created, c.marks, (c.run).* FROM $schema.create_run($1, $2, $3, $4, $5, $6) c`;
const appending = 'SELECT * FROM $schema.append_run($1, $2, $3, $4, $5, $6, $7, $8, $9)';
const selection = `SELECT ${runColumns}, s.snapshot, coalesce(s.number, 0) AS snapshot_event
  FROM $schema.runs LEFT JOIN $schema.run_snapshots s ON s.run = runs.seq WHERE id = $1`;
const eventsOfRun = `SELECT e.event_id, e.ts, e.type, e.trace_id, e.span_id, e.subject, e.principal, e.tool, e.code,
    e.effect, e.elapsed_ms, e.data
  FROM $schema.runs r JOIN $schema.run_events n ON n.run = r.seq JOIN $schema.events e ON e.position = n.position
  WHERE r.id = $1 AND n.number > $2 ORDER BY n.number LIMIT $3`;
/** Two followers of one name may send an event twice; none of them moves the other back. */
const cursorMove = `INSERT INTO $schema.run_cursors AS c (name, position) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET position = greatest(c.position, excluded.position)`;

/** Each combination of conditions is a statement of its own, so that it is planned for the index that serves it. */
const conditionsOf = ({ pipeline, principal, state, before }: RunQuery) => {
  const given: readonly (readonly [string, (cell: string) => string, string | undefined])[] = [
    ['pipeline', (cell) => `pipeline = ${cell}`, pipeline],
    ['principal', (cell) => `principal = ${cell}`, principal],
    ['state', (cell) => `state = ${cell}`, state],
    ['before', (cell) => `seq < (SELECT seq FROM $schema.runs WHERE id = ${cell})`, before],
  ];
  const used = given.flatMap(([name, sql, cell]) => (cell === undefined ? [] : [{ name, sql, cell }]));
  const where = used.map(({ sql }, index) => sql(`$${index + 1}`)).join(' AND ');
  return {
    name: ['runs', ...used.map(({ name }) => name)].join('_'),
    where: where === '' ? '' : `WHERE ${where}`,
    cells: used.map(({ cell }) => withoutNul(cell)),
  };
};
