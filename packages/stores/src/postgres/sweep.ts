import type { SweepStep } from '../sweeping/create-sweeper.ts';
import { keptAfterExpiryMs } from '../sweeping/create-sweeper.ts';
import type { PostgresContext } from './context.ts';

/** The steps that delete expired rows. Locked rows are left for the next sweep. */
export const postgresSweeps = ({ database, now }: PostgresContext): readonly SweepStep[] => {
  const drop = (name: string, sql: string) => async (most: number) =>
    (await database.rows(name, sql, [now(), most])).length;
  return [
    drop('sweep_tokens', limited('tokens', 'seq', `expires_at <= $schema.at($1) - ${keptAfterExpiryMs}`)),
    drop('sweep_replays', limited('replays', 'seq', 'expires_at <= $schema.at($1)')),
    drop('sweep_tasks', limited('tasks', 'seq', 'expires_at <= $schema.at($1)')),
    drop('sweep_cells', limited('cells', 'name', 'expires_at <= $schema.at($1)')),
    drop(
      'sweep_owners',
      limited('owners', 'id', `lease_ends <= $schema.at($1) - ${keptAfterExpiryMs} AND ${holdsNothing}`),
    ),
    async (most) => {
      const sql = 'SELECT $schema.sweep_calls($2, $1) AS swept';
      const [row] = await database.rows<{ swept: number }>('sweep_calls', sql, [now(), most]);
      return row?.swept ?? 0;
    },
    drop('sweep_windows', limited('quota_windows', 'name', 'counted = 0 AND granted_until <= $schema.at($1)')),
  ];
};

const holdsNothing = 'NOT EXISTS (SELECT 1 FROM $schema.replays WHERE owner = owners.id AND settled_at IS NULL)';

const limited = (table: string, key: string, condition: string): string =>
  `DELETE FROM $schema.${table} WHERE ${key} IN (
     SELECT ${key} FROM $schema.${table} WHERE ${condition} LIMIT $2 FOR UPDATE SKIP LOCKED
   ) RETURNING 1`;
