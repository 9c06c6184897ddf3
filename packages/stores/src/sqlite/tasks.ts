import { drawTaskId } from '@recourse/engine/sharing';
import type { StoredTask, Tasks, TaskScope } from '@recourse/engine/sharing';
import { sealState, taskOf } from '../decisions/task-of.ts';
import type { TaskRow } from '../decisions/task-of.ts';
import type { Owner } from '../owners/create-owner.ts';
import { digestOfTuple } from '../sealing/digest.ts';
import { mostTasks } from '../settings/store-settings.ts';
import { sealedOf } from './context.ts';
import type { SealedCells, SqliteContext } from './context.ts';

/** The tasks of one file. */
export const createSqliteTasks = ({ database, sealer, now }: SqliteContext, owner: Owner): Tasks => {
  const { connection } = database;

  const read = (condition: string, scope: TaskScope, cell: string): StoredTask | undefined => {
    const at = now();
    const row = connection.row<TaskRow & SealedCells>(`${selection} ${condition}`, scopeOf(scope), at, cell);
    return row && taskOf(row, sealedOf(row), sealer, at);
  };

  return {
    create: async (task) => {
      const ownerId = await owner.ready();
      const id = drawTaskId();
      const { sealed_by, sealed } = sealState(sealer, task.state, id);
      const scope = scopeOf(task);
      const key = task.key === undefined ? null : keyOf(scope, task.tool, task.key);
      return database.write(() => {
        const at = now();
        const { tool, digest, ttlMs, state } = task;
        if (key !== null) connection.run('UPDATE tasks SET key = NULL WHERE key = ?', key);
        const cells = [id, scope, key, tool, digest, at, at, ttlMs, at + ttlMs, ownerId, sealed_by, sealed] as const;
        const seq = connection.insert(insertion, ...cells);
        connection.run('DELETE FROM tasks WHERE seq <= ? AND ended = 1', seq - mostTasks);
        return { id, tool, digest, created_at: at, updated_at: at, ttlMs, version: 1, ended: false, state };
      });
    },
    find: (scope, id) => database.read(() => read('t.id = ?', scope, id)),
    findByKey: (scope, tool, key) => database.read(() => read('t.key = ?', scope, keyOf(scopeOf(scope), tool, key))),
    change: (seen, { state, ended = false, freesKey = false }) => {
      const { sealed_by, sealed } = sealState(sealer, state, seen.id);
      return database.write(() => {
        const at = now();
        const cells = [at, Number(ended), Number(freesKey), sealed_by, sealed, seen.id, seen.version] as const;
        if (connection.run(changing, ...cells) === 0) return undefined;
        return { ...seen, state, ended, version: seen.version + 1, updated_at: at };
      });
    },
  };
};

const scopeOf = ({ server, principal }: TaskScope): string => digestOfTuple(server, principal);
const keyOf = (scope: string, tool: string, key: string): string => digestOfTuple(scope, tool, key);

const selection = `SELECT t.*, o.heard_at AS owner_heard_at, o.lease_ends AS owner_lease_ends, o.facts AS owner_facts
  FROM tasks t LEFT JOIN owners o ON o.id = t.owner WHERE t.scope = ? AND t.expires_at > ? AND`;
const insertion = `INSERT INTO tasks (id, scope, key, tool, arguments_digest, created_at, updated_at, ttl_ms, expires_at,
  owner, sealed_by, sealed, version, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0)`;
const changing = `UPDATE tasks SET updated_at = ?, version = version + 1, ended = ?,
  key = CASE WHEN ? = 1 THEN NULL ELSE key END, sealed_by = ?, sealed = ? WHERE id = ? AND version = ? AND ended = 0`;
