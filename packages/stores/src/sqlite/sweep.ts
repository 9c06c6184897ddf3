import type { SweepStep } from '../sweeping/create-sweeper.ts';
import { keptAfterExpiryMs } from '../sweeping/create-sweeper.ts';
import type { SqliteContext } from './context.ts';
import { dropLeft, writeWindow } from './quota-window.ts';
import type { QuotaWindow } from './quota-window.ts';

/** The steps that delete expired rows. A quota window is deleted once it is empty and has no lifted pause. */
export const sqliteSweeps = ({ database, now }: SqliteContext): readonly SweepStep[] => {
  const { connection } = database;
  const drop = (sql: string, at: () => number) => (most: number) =>
    database.write(() => connection.run(sql, at(), most));

  const windows: SweepStep = (most) =>
    database.write((transaction) => {
      transaction.flush();
      let dropped = 0;
      for (const window of connection.rows<QuotaWindow & { window_ms: number }>(dueWindows, now(), most)) {
        if (dropped >= most) break;
        dropped += dropLeft(connection, window, now() - window.window_ms, most);
        if (window.counted > 0 || window.granted_until > now()) writeWindow(connection, window);
        else dropped += connection.run('DELETE FROM quota_windows WHERE id = ?', window.id);
      }
      return dropped;
    });

  return [
    drop(limited('tokens', 'seq', 'expires_at <= ?'), () => now() - keptAfterExpiryMs),
    drop(limited('replays', 'seq', 'expires_at <= ?'), now),
    drop(limited('tasks', 'seq', 'expires_at <= ?'), now),
    drop(limited('cells', 'name', 'expires_at <= ?'), now),
    drop(limited('owners', 'id', ownerless), () => now() - keptAfterExpiryMs),
    windows,
  ];
};

/** Owners that are silent and hold no key. */
const ownerless =
  'lease_ends <= ? AND NOT EXISTS (SELECT 1 FROM replays WHERE owner = owners.id AND settled_at IS NULL)';

const limited = (table: string, key: string, condition: string): string =>
  `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ?)`;

const dueWindows = `SELECT id, counted, oldest, granted_until, window_ms FROM quota_windows
  WHERE due_at <= ? ORDER BY due_at LIMIT ?`;
