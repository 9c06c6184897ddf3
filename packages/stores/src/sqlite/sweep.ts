import type { SweepStep } from '../sweeping/create-sweeper.ts';
import { keptAfterExpiryMs } from '../sweeping/create-sweeper.ts';
import type { SqliteContext } from './context.ts';

/** What is dropped when it has expired. A call that leaves a window is taken out of the window's count with it. */
export const sqliteSweeps = ({ database, now }: SqliteContext): readonly SweepStep[] => {
  const { connection } = database;
  const drop = (sql: string, at: () => number) => (most: number) =>
    database.write(() => connection.run(sql, at(), most));

  const calls: SweepStep = (most) =>
    database.write(() => {
      const gone = connection.rows<{ window: string; calls: number }>(
        `SELECT window, count(*) AS calls FROM (${expiredCalls}) GROUP BY window`,
        now(),
        most,
      );
      const dropped = connection.run(
        `DELETE FROM quota_calls WHERE seq IN (SELECT seq FROM (${expiredCalls}))`,
        now(),
        most,
      );
      for (const { window, calls } of gone) {
        connection.run('UPDATE quota_windows SET counted = counted - ? WHERE name = ?', calls, window);
      }
      return dropped;
    });

  return [
    drop(limited('tokens', 'seq', 'expires_at <= ?'), () => now() - keptAfterExpiryMs),
    drop(limited('replays', 'seq', 'expires_at <= ?'), now),
    calls,
    drop(limited('quota_windows', 'name', 'counted = 0 AND granted_until <= ?'), now),
  ];
};

const limited = (table: string, key: string, condition: string): string =>
  `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ?)`;

const expiredCalls = 'SELECT seq, window FROM quota_calls WHERE expires_at <= ? ORDER BY expires_at, seq LIMIT ?';
