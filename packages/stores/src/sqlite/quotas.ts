import { randomInt } from 'node:crypto';
import type { ReservationRequest, Standing } from '@recourse/engine/store-ports';
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

/** A window as the calls of one group see it: as it was read, and what is to be written for all of them. */
interface OpenWindow extends QuotaWindow {
  /** The first of the calls that wait to be written, and how many follow it in the same millisecond. */
  added: CountedCall | undefined;
  calls: number;
}

/** The windows that the calls of one group have read and will write. */
interface Batch {
  readonly transaction: Transaction;
  readonly windows: Map<string, OpenWindow>;
  readonly write: () => void;
}

/** The number of a window that has no row yet. */
const unwritten = 0;

/**
 * Counts calls, always inside an open transaction. The count of a window is kept beside its calls, so that a call costs
 * the same however many there are. The calls of a group read a window once and write it once.
 */
export const createSqliteQuotas = ({ database, now }: SqliteContext) => {
  const { connection } = database;
  const nameOf = createWindowNames();
  /** Tells calls of one window and millisecond apart, also those of several processes. */
  let number = randomInt(2 ** 47);
  let batch: Batch | undefined;

  const batchOf = (transaction: Transaction): Batch => {
    if (batch?.transaction !== transaction) batch = openBatch(transaction);
    return batch;
  };

  const openBatch = (transaction: Transaction): Batch => {
    const windows: Batch['windows'] = new Map();
    const write = (): void => {
      for (const window of windows.values()) {
        if (window.id === unwritten) continue;
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

  const windowOf = (transaction: Transaction, request: ReservationRequest): OpenWindow => {
    const { windows } = batchOf(transaction);
    const name = nameOf(request);
    const known = windows.get(name);
    if (known) return known;
    const read = findWindow(connection, name) ?? { id: unwritten, counted: 0, oldest: null, granted_until: 0 };
    const opened = { ...read, added: undefined, calls: 0 };
    windows.set(name, opened);
    return opened;
  };

  /** The window of a call that is counted; it gets a row if it has none. */
  const changedWindow = (transaction: Transaction, request: ReservationRequest): OpenWindow => {
    const window = windowOf(transaction, request);
    if (window.id === unwritten) window.id = openWindow(connection, nameOf(request), request);
    transaction.beforeCommit(batchOf(transaction).write);
    return window;
  };

  /** Reads a window, once the calls that have left it are dropped. */
  const stateOf = (window: OpenWindow, since: number, write: () => void): WindowState => {
    const { granted_until } = window;
    if (window.oldest !== null && window.oldest <= since) {
      writeCalls(window);
      dropLeft(connection, window, since, droppedAtOnce);
      write();
    }
    const { id, counted, oldest } = window;
    if (oldest === null || oldest > since) return { counted, oldest, granted_until };
    return { counted: countCalls(connection, id, since), oldest: oldestCall(connection, id, since), granted_until };
  };

  return {
    /** Judges one more call, after others of the same admission. Counts nothing. */
    judge: (transaction: Transaction, request: ReservationRequest, others: readonly ReservationRequest[]): Standing => {
      const { rule } = request;
      const at = now();
      const window = windowOf(transaction, request);
      const before = others.filter((other) => nameOf(other) === nameOf(request)).length;
      const state = stateOf(window, at - rule.windowMs, () => transaction.beforeCommit(batchOf(transaction).write));
      return judgeReservation(rule, { ...state, counted: state.counted + before }, at);
    },

    /** Counts a call and returns the id that takes it out again. */
    count: (transaction: Transaction, request: ReservationRequest): string => {
      const at = now();
      const window = changedWindow(transaction, request);
      number += 1;
      if (window.added && (window.added.at !== at || window.added.number + window.calls !== number)) writeCalls(window);
      window.added ??= { window: window.id, at, number };
      window.calls += 1;
      window.counted += 1;
      window.oldest = Math.min(window.oldest ?? at, at);
      return `${window.id}:${at}:${number}`;
    },

    giveBack: (transaction: Transaction, id: string): void => {
      const [window = Number.NaN, at = Number.NaN, which = Number.NaN] = id.split(':').map(Number);
      if (![window, at, which].every(Number.isSafeInteger)) return;
      batchOf(transaction).write();
      takeOut(connection, { window, at, number: which });
    },

    /** Lifts the pause until the window ends or the stop is reached. */
    grant: (transaction: Transaction, request: ReservationRequest): void => {
      const window = changedWindow(transaction, request);
      window.granted_until = (window.oldest ?? now()) + request.rule.windowMs;
    },
  };
};
