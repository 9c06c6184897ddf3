import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeEvidence, firstKey, relinked } from '../testing/describe-evidence.ts';
import type { OpenTampered } from '../testing/describe-evidence.ts';
import { runOnSqlite } from '../testing/run-on-sqlite.ts';
import { keyVariable } from '../sealing/installation-key.ts';
import { readChain, writeMarks } from './chain.ts';
import { readChained } from './chained-events.ts';
import { Connection } from './connection.ts';
import { openSqlite } from './open.ts';
import { verifySqlite } from './verify.ts';

const open: OpenTampered = async (events) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-evidence-'));
  const file = path.join(folder, 'state.db');
  const settings = { kind: 'sqlite', file, key: firstKey } as const;
  const most = events === undefined ? {} : { most: { events } };
  const stores = await openSqlite({ ...settings, ...most }, {});
  const opened = [stores];
  return {
    stores,
    settings,
    reopen: async (more = {}) => {
      const again = await openSqlite({ ...settings, ...most, ...more }, {});
      opened.push(again);
      return again;
    },
    verify: (key = firstKey, anchor) => verifySqlite(settings, { [keyVariable]: key }, anchor),
    run: async (sql) => runOnSqlite(file, sql),
    moveBase: async (position) => {
      const connection = new Connection(file);
      const base = readChain(connection)?.base;
      if (base) writeMarks(connection, [['base', { ...base, position }]]);
      connection.close();
    },
    relink: async () => {
      const connection = new Connection(file);
      const base = readChain(connection)?.base;
      if (!base) throw new Error('The chain has no base');
      const events = [...readChained(connection, base.position)].flat();
      connection.script('BEGIN');
      let tail = base;
      for (const [index, link] of relinked(base.link, events).entries()) {
        tail = { ...base, position: events[index]?.position ?? 0, link };
        connection.run('UPDATE events SET link = ? WHERE position = ?', link, tail.position);
      }
      writeMarks(connection, [['tail', tail]]);
      connection.script('COMMIT');
      connection.close();
    },
    close: async () => {
      for (const one of opened) await one.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

describeEvidence('sqlite', open);
