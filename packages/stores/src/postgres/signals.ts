import { createHash } from 'node:crypto';
import { SignalListeners, sendable } from '@recourse/engine/sharing';
import type { Signals } from '@recourse/engine/sharing';
import pg from 'pg';
import type { Database } from './database.ts';

export interface PostgresSignals extends Signals {
  close(): Promise<void>;
}

interface PostgresSignalsOptions {
  readonly database: Database;
  readonly url: string;
  readonly schema: string;
  readonly connectMs: number;
}

const retryMs = 1000;
/** A connection that the network has dropped without a word is found by asking. */
const askEveryMs = 15_000;

/** Signals through PostgreSQL's notifications. One connection listens, from the first listener on. */
export const createPostgresSignals = (options: PostgresSignalsOptions): PostgresSignals => {
  const { database, url, schema, connectMs } = options;
  // A channel belongs to the whole database.
  const channel = `recourse_${createHash('sha256').update(schema).digest('hex').slice(0, 32)}`;
  const listeners = new SignalListeners();
  let connecting: Promise<void> | undefined;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'recourse signals',
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      keepAlive: true,
    });
    const lost = (): void => reconnect(opened);
    opened.on('error', lost);
    opened.on('end', lost);
    opened.on('notification', ({ payload }) => {
      const [topic, text] = JSON.parse(payload ?? '[]') as [string, string | null];
      listeners.deliver(topic, text);
    });
    try {
      await opened.connect();
      await opened.query(`LISTEN ${channel}`);
    } catch (error) {
      opened.off('end', lost);
      await opened.end().catch(() => undefined);
      throw error;
    }
    client = opened;
    timer = setInterval(() => void opened.query('SELECT 1').catch(lost), askEveryMs).unref();
  };
  /** Tries until the server is there again. Signals that were sent in between are missed. */
  const reconnect = (lost: pg.Client): void => {
    if (client !== lost || isClosed) return;
    client = undefined;
    clearInterval(timer);
    lost.end().catch(() => undefined);
    const attempt = (): void => {
      if (isClosed) return;
      connect().then(
        () => (isClosed ? void client?.end() : listeners.missed()),
        () => void setTimeout(attempt, retryMs).unref(),
      );
    };
    attempt();
  };
  return {
    send: async (topic, text) => {
      await database.rows('signal', 'SELECT pg_notify($1, $2)', [channel, JSON.stringify([topic, sendable(text)])]);
    },
    listen: async (topic, listener) => {
      const end = listeners.add(topic, listener);
      connecting ??= connect();
      try {
        await connecting;
      } catch (error) {
        // The next listener tries again.
        connecting = undefined;
        end();
        throw error;
      }
      return end;
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await connecting?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
};
