import type { ReservationRequest } from '@recourse/engine/store-ports';
import type { Connection } from './connection.ts';

/** A window as it is stored: its count and its oldest call are those of all that was not dropped yet. */
export interface QuotaWindow {
  id: number;
  counted: number;
  oldest: number | null;
  granted_until: number;
}

/** So many calls that have left their window are dropped at a time; the sweeper takes the rest. */
export const droppedAtOnce = 1000;

export const findWindow = (connection: Connection, name: string): QuotaWindow | undefined =>
  connection.row<QuotaWindow>('SELECT id, counted, oldest, granted_until FROM quota_windows WHERE name = ?', name);

/** Writes the row of a new window and returns its number. */
export const openWindow = (connection: Connection, name: string, request: ReservationRequest): number => {
  const { principal, operation, key, rule } = request;
  return connection.insert(
    `INSERT INTO quota_windows (name, principal, operation, metric, key, window_ms, counted, granted_until)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0)`,
    name,
    principal,
    operation,
    rule.metric,
    key,
    rule.windowMs,
  );
};

export const writeWindow = (connection: Connection, { id, counted, oldest, granted_until }: QuotaWindow): void => {
  connection.run(
    'UPDATE quota_windows SET counted = ?, oldest = ?, granted_until = ? WHERE id = ?',
    counted,
    oldest,
    granted_until,
    id,
  );
};

/** Drops calls that have left the window, the oldest first, and answers how many. The row is the caller's to write. */
export const dropLeft = (connection: Connection, window: QuotaWindow, since: number, most: number): number => {
  const [last] = connection.rows<{ at: number }>(
    'SELECT at FROM quota_calls WHERE window = ? AND at <= ? ORDER BY at LIMIT 1 OFFSET ?',
    window.id,
    since,
    most - 1,
  );
  const until = last?.at ?? since;
  const dropped = countCalls(connection, window.id, -1, until);
  connection.run('DELETE FROM quota_calls WHERE window = ? AND at <= ?', window.id, until);
  window.counted -= dropped;
  window.oldest = oldestCall(connection, window.id);
  return dropped;
};

/** When the oldest call was made, of all or of those after some time. */
export const oldestCall = (connection: Connection, window: number, since = -1): number | null =>
  connection.row<{ oldest: number | null }>(
    'SELECT min(at) AS oldest FROM quota_calls WHERE window = ? AND at > ?',
    window,
    since,
  )?.oldest ?? null;

export const countCalls = (
  connection: Connection,
  window: number,
  since: number,
  until = Number.MAX_SAFE_INTEGER,
): number =>
  connection.row<{ calls: number | null }>(
    'SELECT sum(calls) AS calls FROM quota_calls WHERE window = ? AND at > ? AND at <= ?',
    window,
    since,
    until,
  )?.calls ?? 0;

/** One call among those of its window, by its time and its number. */
export interface CountedCall {
  readonly window: number;
  readonly at: number;
  readonly number: number;
}

/** Takes one call out again, and answers whether it was still there: of its row, what is before and behind it stays. */
export const takeOut = (connection: Connection, { window, at, number }: CountedCall): boolean => {
  const row = connection.row<{ first: number; calls: number }>(
    `SELECT first, calls FROM quota_calls WHERE window = ? AND at = ? AND first <= ? ORDER BY first DESC LIMIT 1`,
    window,
    at,
    number,
  );
  if (!row || number >= row.first + row.calls) return false;
  connection.run('DELETE FROM quota_calls WHERE window = ? AND at = ? AND first = ?', window, at, row.first);
  const before = number - row.first;
  const behind = row.calls - before - 1;
  if (before > 0) addCalls(connection, { window, at, number: row.first }, before);
  if (behind > 0) addCalls(connection, { window, at, number: number + 1 }, behind);
  connection.run(
    'UPDATE quota_windows SET counted = counted - 1, oldest = ? WHERE id = ?',
    oldestCall(connection, window),
    window,
  );
  return true;
};

/** Adds so many calls, numbered from this one on. */
export const addCalls = (connection: Connection, { window, at, number }: CountedCall, calls: number): void => {
  connection.run('INSERT INTO quota_calls (window, at, first, calls) VALUES (?, ?, ?, ?)', window, at, number, calls);
};
