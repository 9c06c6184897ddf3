import { randomUUID } from 'node:crypto';
import type { Quotas, Reservation, ReservationRequest } from '@recourse/engine';
import { judgeReservation, windowName } from '../decisions/judge-reservation.ts';
import type { SqliteContext } from './context.ts';

interface WindowRow {
  readonly counted: number;
  readonly granted_until: number;
}

/** So many expired calls of its window are dropped by a reservation at most; the sweeper takes the rest. */
const trimmedAtOnce = 200;

/** The count of a window is kept beside its calls, so that a reservation costs the same however many there are. */
export const createSqliteQuotas = ({ database, now }: SqliteContext): Quotas => {
  const { connection } = database;

  const oldestOf = (window: string, since: number): number | null =>
    connection.row<{ at: number }>(
      'SELECT at FROM quota_calls WHERE window = ? AND at > ? ORDER BY at LIMIT 1',
      window,
      since,
    )?.at ?? null;

  /** Drops calls that have left the window, and answers how many are in it. */
  const count = (window: string, counted: number, since: number): { counted: number; trimmed: number } => {
    const trimmed = connection.run(
      `DELETE FROM quota_calls WHERE seq IN
         (SELECT seq FROM quota_calls WHERE window = ? AND at <= ? ORDER BY at LIMIT ${trimmedAtOnce})`,
      window,
      since,
    );
    if (trimmed < trimmedAtOnce) return { counted: counted - trimmed, trimmed };
    const live = connection.row<{ live: number }>(
      'SELECT count(*) AS live FROM quota_calls WHERE window = ? AND at > ?',
      window,
      since,
    );
    return { counted: live?.live ?? 0, trimmed };
  };

  const reserve = (request: ReservationRequest): Reservation => {
    const { rule } = request;
    const at = now();
    const name = windowName(request);
    const known = connection.row<WindowRow>('SELECT counted, granted_until FROM quota_windows WHERE name = ?', name);
    const { counted, trimmed } = known ? count(name, known.counted, at - rule.windowMs) : { counted: 0, trimmed: 0 };
    const oldest = counted > 0 ? oldestOf(name, at - rule.windowMs) : null;
    const judged = judgeReservation(rule, { counted, oldest, granted_until: known?.granted_until ?? 0 }, at);
    const isCounted = judged.over !== 'stop';
    const change = (isCounted ? 1 : 0) - trimmed;
    if (!known) open(request, name, { counted: change, granted_until: 0 });
    else if (change !== 0)
      connection.run('UPDATE quota_windows SET counted = counted + ? WHERE name = ?', change, name);
    return { id: isCounted ? insert(name, at, rule.windowMs) : `stopped ${randomUUID()}`, ...judged };
  };

  const insert = (window: string, at: number, windowMs: number): string => {
    const inserted = connection.row<{ seq: number }>(
      'INSERT INTO quota_calls (window, at, expires_at) VALUES (?, ?, ?) RETURNING seq',
      window,
      at,
      at + windowMs,
    );
    return String(inserted?.seq);
  };

  const open = (request: ReservationRequest, name: string, { counted, granted_until }: WindowRow): void => {
    const { principal, operation, key, rule } = request;
    connection.run(
      `INSERT INTO quota_windows
         (name, principal, operation, metric, key, window_ms, counted, granted_until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      name,
      principal,
      operation,
      rule.metric,
      key,
      rule.windowMs,
      counted,
      granted_until,
    );
  };

  return {
    reserve: (request) => database.write(() => reserve(request)),
    giveBack: async (id) => {
      if (!/^\d+$/.test(id)) return;
      await database.write(() => {
        const call = connection.row<{ window: string }>(
          'DELETE FROM quota_calls WHERE seq = ? RETURNING window',
          Number(id),
        );
        if (call) connection.run('UPDATE quota_windows SET counted = counted - 1 WHERE name = ?', call.window);
      });
    },
    grant: (request) =>
      database.write(() => {
        const name = windowName(request);
        const since = now() - request.rule.windowMs;
        const granted_until = (oldestOf(name, since) ?? now()) + request.rule.windowMs;
        const changed = connection.run(
          'UPDATE quota_windows SET granted_until = ? WHERE name = ?',
          granted_until,
          name,
        );
        if (changed === 0) open(request, name, { counted: 0, granted_until });
      }),
  };
};
