import { SignalListeners, sendable } from '@recourse/engine/sharing';
import type { Signals } from '@recourse/engine/sharing';
import type { Connection } from './connection.ts';
import type { SqliteContext } from './context.ts';

const lookEveryMs = 50;
const mostKept = 1000;
const keptMs = 60_000;

export interface SqliteSignals extends Signals {
  close(): void;
}

interface SignalRow {
  readonly seq: number;
  readonly topic: string;
  readonly text: string;
}

/** Signals through one file. Nothing wakes a process in SQLite: it looks at the change counter of the file. */
export const createSqliteSignals = ({ database, now }: SqliteContext): SqliteSignals => {
  const { connection } = database;
  const listeners = new SignalListeners();
  let seen = 0;
  let counter = 0;
  let timer: NodeJS.Timeout | undefined;

  const deliver = (): void => {
    const rows = connection.rows<SignalRow>('SELECT seq, topic, text FROM signals WHERE seq > ? ORDER BY seq', seen);
    const [first] = rows;
    if (first && first.seq > seen + 1) listeners.missed();
    for (const { seq, topic, text } of rows) {
      seen = seq;
      listeners.deliver(topic, JSON.parse(text) as string | null);
    }
  };
  const look = (): void => {
    try {
      const changed = counterOf(connection);
      if (changed === counter) return;
      deliver();
      counter = changed;
    } catch {
      // The file is locked or recovered: the next look finds what this one missed.
    }
  };
  return {
    send: async (topic, text) => {
      await database.write(() => {
        const seq = connection.insert(
          'INSERT INTO signals (at, topic, text) VALUES (?, ?, ?)',
          now(),
          topic,
          JSON.stringify(sendable(text)),
        );
        connection.run('DELETE FROM signals WHERE seq <= ? OR at <= ?', seq - mostKept, now() - keptMs);
      });
      // The counter does not move for changes of our own.
      if (timer) deliver();
    },
    listen: async (topic, listener) => {
      const end = listeners.add(topic, listener);
      if (!timer) {
        await database.read(() => {
          counter = counterOf(connection);
          seen = lastOf(connection);
        });
        timer ??= setInterval(look, lookEveryMs).unref();
      }
      return end;
    },
    close: () => clearInterval(timer),
  };
};

const counterOf = (connection: Connection): number =>
  connection.row<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0;

/** Numbers are never used twice, also after all rows were dropped. */
const lastOf = (connection: Connection): number =>
  connection.row<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'signals'")?.seq ?? 0;
