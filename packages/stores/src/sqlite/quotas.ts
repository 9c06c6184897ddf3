import { randomInt } from 'node:crypto';
import type { Quotas, Reservation, ReservationRequest } from '@recourse/engine';
import { createWindowNames, judgeReservation } from '../decisions/judge-reservation.ts';
import type { WindowState } from '../decisions/judge-reservation.ts';
import type { SqliteContext } from './context.ts';
import {
  addCalls,
  countCalls,
  droppedAtOnce,
  dropLeft,
  findWindow,
  oldestCall,
  openWindow,
  takeOut,
  writeWindow,
} from './quota-window.ts';
import type { CountedCall, QuotaWindow } from './quota-window.ts';
import type { Transaction } from './transaction.ts';

/** A window as the reservations of one group see it: as it was read, and what is to be written for all of them. */
interface OpenWindow extends QuotaWindow {
  /** The first of the calls that wait to be written, and how many follow it in the same millisecond. */
  added: CountedCall | undefined;
  calls: number;
}

/** What the reservations of one group have read and are to write. */
interface Batch {
  readonly transaction: Transaction;
  readonly windows: Map<string, OpenWindow>;
  readonly write: () => void;
}

/**
 * The count of a window is kept beside its calls, so that a reservation costs the same however many there are. The
 * reservations of a group read a window once and write it once.
 */
export const createSqliteQuotas = ({ database, now }: SqliteContext): Quotas => {
  const { connection } = database;
  const nameOf = createWindowNames();
  /** Tells calls of one window and millisecond apart, also those of several processes. */
  let number = randomInt(2 ** 47);
  let batch: Batch | undefined;

  const batchOf = (transaction: Transaction): Batch => {
    if (batch?.transaction !== transaction) batch = openBatch(transaction);
    transaction.beforeCommit(batch.write);
    return batch;
  };

  const openBatch = (transaction: Transaction): Batch => {
    const windows: Batch['windows'] = new Map();
    const write = (): void => {
      for (const window of windows.values()) {
        writeWindow(connection, window);
        writeCalls(window);
      }
      windows.clear();
    };
    return { transaction, windows, write };
  };

  const writeCalls = (window: OpenWindow): void => {
    if (window.added) addCalls(connection, window.added, window.calls);
    window.added = undefined;
    window.calls = 0;
  };

  const windowOf = ({ windows }: Batch, request: ReservationRequest): OpenWindow => {
    const name = nameOf(request);
    const known = windows.get(name);
    if (known) return known;
    const read = findWindow(connection, name) ?? openWindow(connection, name, request);
    const opened = { ...read, added: undefined, calls: 0 };
    windows.set(name, opened);
    return opened;
  };

  /** How the window stands, once what has left it is dropped. */
  const stateOf = (window: OpenWindow, since: number): WindowState => {
    const { granted_until } = window;
    if (window.oldest !== null && window.oldest <= since) {
      writeCalls(window);
      dropLeft(connection, window, since, droppedAtOnce);
    }
    const { id, counted, oldest } = window;
    if (oldest === null || oldest > since) return { counted, oldest, granted_until };
    return { counted: countCalls(connection, id, since), oldest: oldestCall(connection, id, since), granted_until };
  };

  const add = (window: OpenWindow, at: number): void => {
    if (window.added && (window.added.at !== at || window.added.number + window.calls !== number)) writeCalls(window);
    window.added ??= { window: window.id, at, number };
    window.calls += 1;
    window.counted += 1;
    window.oldest = Math.min(window.oldest ?? at, at);
  };

  const reserve = (given: Batch, request: ReservationRequest): Reservation => {
    const { rule } = request;
    const at = now();
    const window = windowOf(given, request);
    const judged = judgeReservation(rule, stateOf(window, at - rule.windowMs), at);
    number += 1;
    if (judged.over !== 'stop') add(window, at);
    return { id: `${window.id}:${at}:${number}`, ...judged };
  };

  return {
    reserve: (request) => database.write((transaction) => reserve(batchOf(transaction), request)),
    giveBack: async (id) => {
      const [window = Number.NaN, at = Number.NaN, which = Number.NaN] = id.split(':').map(Number);
      if (![window, at, which].every(Number.isSafeInteger)) return;
      await database.write((transaction) => {
        transaction.flush();
        takeOut(connection, { window, at, number: which });
      });
    },
    grant: (request) =>
      database.write((transaction) => {
        const window = windowOf(batchOf(transaction), request);
        transaction.flush();
        const oldest = oldestCall(connection, window.id, now() - request.rule.windowMs);
        writeWindow(connection, { ...window, granted_until: (oldest ?? now()) + request.rule.windowMs });
      }),
  };
};
