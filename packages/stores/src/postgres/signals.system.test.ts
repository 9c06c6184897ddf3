import { describeSignals } from '@recourse/testkit';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../testing/create-database.ts';
import { openPostgresForTest } from '../testing/open-postgres-for-test.ts';
import { openPostgres } from './open.ts';

const database = await createDatabase();
afterAll(() => database?.remove());

const openTwo = async (now?: () => number) => {
  const { stores, settings, close } = await openPostgresForTest(database, { sweepEveryMs: 0, ...(now && { now }) });
  const other = await openPostgres(settings, {});
  return {
    port: stores.signals,
    other: other.signals,
    close: async () => {
      await other.close();
      await close();
    },
  };
};

describe.runIf(database)('a real server', () => {
  describeSignals('postgres', ({ now }) => openTwo(now));

  it('says that signals were missed after its connection was cut, and delivers later ones', async () => {
    const { port, other, close } = await openTwo();
    let missed: () => void = () => undefined;
    const heard: string[] = [];
    let wake: () => void = () => undefined;
    const cut = new Promise<void>((resolve) => (missed = resolve));
    const arrived = new Promise<void>((resolve) => (wake = resolve));
    await other.listen('news', {
      onMissed: missed,
      onSignal: (text) => {
        heard.push(text);
        wake();
      },
    });
    const client = new pg.Client({ connectionString: database?.url ?? '' });
    await client.connect();
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'recourse signals' AND datname = current_database()",
    );
    await client.end();
    await cut;
    await port.send('news', 'after');
    await arrived;
    expect(heard).toEqual(['after']);
    await close();
  });

  it('keeps the signals of two schemas of one database apart', async () => {
    const [one, two] = [await openTwo(), await openTwo()];
    const heard: string[] = [];
    let wake: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (wake = resolve));
    await two.port.listen('news', {
      onMissed: () => heard.push('missed'),
      onSignal: (text) => {
        heard.push(text);
        wake();
      },
    });
    await one.port.send('news', 'of one');
    await two.port.send('news', 'of two');
    await arrived;
    expect(heard).toEqual(['of two']);
    await one.close();
    await two.close();
  });
});
