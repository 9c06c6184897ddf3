import { describeSignals } from '@recourse/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteForTest } from '../testing/open-sqlite-for-test.ts';
import type { SqliteForTest } from '../testing/open-sqlite-for-test.ts';
import { openSqlite } from './open.ts';

describeSignals('sqlite', async ({ now }) => {
  const { stores, file, close } = await openSqliteForTest({ now, sweepEveryMs: 0 });
  const other = await openSqlite({ file, now, sweepEveryMs: 0 }, {});
  return {
    port: stores.signals,
    other: other.signals,
    close: async () => {
      await other.close();
      await close();
    },
  };
});

let opened: SqliteForTest;
beforeEach(async () => {
  opened = await openSqliteForTest({ sweepEveryMs: 0 });
});
afterEach(() => opened.close());

it('says that signals were missed when more came than are kept', async () => {
  const other = await openSqlite({ file: opened.file, sweepEveryMs: 0 }, {});
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  const last = new Promise<void>((resolve) => (wake = resolve));
  await other.signals.listen('news', {
    onMissed: () => heard.push('missed'),
    onSignal: (text) => {
      heard.push(text);
      if (text === 'last') wake();
    },
  });
  // All in one turn, before the other side has looked.
  await Promise.all(Array.from({ length: 1500 }, (_, index) => opened.stores.signals.send('news', String(index))));
  await opened.stores.signals.send('news', 'last');
  await last;
  expect(heard.length === 1501 || heard.includes('missed')).toBe(true);
  expect(heard.at(-1)).toBe('last');
  await other.close();
});
