import { drawTaskId } from '@recourse/engine/sharing';
import type { StoredTask, Tasks, TaskScope } from '@recourse/engine/sharing';
import type { Sealer } from '@recourse/engine/sealing';
import { sealState, taskOf } from '../decisions/task-of.ts';
import type { TaskRow } from '../decisions/task-of.ts';
import type { Owner } from '../owners/create-owner.ts';
import { digestOfTuple } from '../sealing/digest.ts';
import { mostTasks } from '../settings/store-settings.ts';
import { sealedOf, withoutNul } from './context.ts';
import type { PostgresContext, SealedCells } from './context.ts';

type Row = TaskRow & SealedCells & { readonly decided_at: number };

/** The tasks of one schema. */
export const createPostgresTasks = ({ database, now }: PostgresContext, sealer: Sealer, owner: Owner): Tasks => {
  const read = async (
    name: string,
    condition: string,
    scope: TaskScope,
    cell: string,
  ): Promise<StoredTask | undefined> => {
    const [row] = await database.rows<Row>(name, `${selection} ${condition}`, [
      now(),
      scopeOf(scope),
      withoutNul(cell),
    ]);
    return row && taskOf(row, sealedOf(row), sealer, row.decided_at);
  };

  return {
    create: async (task) => {
      const { tool, digest, ttlMs, state } = task;
      const id = drawTaskId();
      const { sealed_by, sealed } = sealState(sealer, state, id);
      const scope = scopeOf(task);
      const key = task.key === undefined ? null : keyOf(scope, tool, task.key);
      // Two statements: one statement would not see its own change, and the key must be free before it is taken.
      if (key !== null) {
        await database.rows('task_free_key', 'UPDATE $schema.tasks SET key = NULL WHERE key = $1', [key]);
      }
      const cells = [id, scope, key, withoutNul(tool), digest, ttlMs, await owner.ready(), sealed_by, sealed, now()];
      const [row] = await database.rows<{ seq: number; created_at: number }>('task_create', insertion, cells);
      if (!row) throw new Error('The store returned no row');
      const { seq, created_at } = row;
      await database.rows('task_bound', 'DELETE FROM $schema.tasks WHERE seq <= $1 AND ended', [seq - mostTasks]);
      return { id, tool, digest, created_at, updated_at: created_at, ttlMs, version: 1, ended: false, state };
    },
    find: (scope, id) => read('task', 't.id = $3', scope, id),
    findByKey: (scope, tool, key) => read('task_by_key', 't.key = $3', scope, keyOf(scopeOf(scope), tool, key)),
    change: async (seen, { state, ended = false, freesKey = false }) => {
      const { sealed_by, sealed } = sealState(sealer, state, seen.id);
      const cells = [seen.id, seen.version, ended, freesKey, sealed_by, sealed, now()];
      const [row] = await database.rows<{ updated_at: number }>('task_change', changing, cells);
      return row && { ...seen, state, ended, version: seen.version + 1, updated_at: row.updated_at };
    },
  };
};

const scopeOf = ({ server, principal }: TaskScope): string => digestOfTuple(server, principal);
const keyOf = (scope: string, tool: string, key: string): string => digestOfTuple(scope, tool, key);

const selection = `SELECT clock.at AS decided_at, t.*, o.heard_at AS owner_heard_at,
    o.lease_ends AS owner_lease_ends, o.facts AS owner_facts
  FROM (SELECT $schema.at($1) AS at OFFSET 0) clock, $schema.tasks t LEFT JOIN $schema.owners o ON o.id = t.owner
  WHERE t.scope = $2 AND t.expires_at > clock.at AND`;
const insertion = `INSERT INTO $schema.tasks (id, scope, key, tool, arguments_digest, created_at, updated_at, ttl_ms,
    expires_at, version, ended, owner, sealed_by, sealed)
  SELECT $1, $2, $3, $4, $5, at, at, $6, at + $6, 1, false, $7, $8, $9
  FROM (SELECT $schema.at($10) AS at OFFSET 0) clock RETURNING seq, created_at`;
const changing = `UPDATE $schema.tasks SET updated_at = $schema.at($7), version = version + 1, ended = $3,
    key = CASE WHEN $4 THEN NULL ELSE key END, sealed_by = $5, sealed = $6
  WHERE id = $1 AND version = $2 AND NOT ended RETURNING updated_at`;
