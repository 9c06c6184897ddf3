import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyVariable } from '../sealing/installation-key.ts';
import { dropOldest } from './admissions.ts';
import { restoration } from './confirmations.ts';
import { Connection } from './connection.ts';
import { migrations } from './migrations.ts';
import { openSqlite } from './open.ts';
import { earlierQuestion } from './tokens.ts';
import { verifySqlite } from './verify.ts';
import { eventOf } from '../testing/describe-events.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const key = 'ab'.repeat(32);

it('seals the events of a store from before the chain, and links new ones to them', async () => {
  const file = path.join(folder, 'state.db');
  const connection = new Connection(file);
  connection.script(String(migrations[0]));
  for (let position = 3; position < 13; position += 1) {
    connection.run(
      "INSERT INTO events (position, event_id, ts, tool, rest) VALUES (?, ?, ?, 'x', '[\"TOOL_CALL_FINISHED\"]')",
      position,
      `old-${position}`,
      new Date(position).toISOString(),
    );
  }
  connection.script('PRAGMA user_version = 1');
  connection.close();
  const verify = () => verifySqlite({ kind: 'sqlite', file }, { [keyVariable]: key });
  const stores = await openSqlite({ file, key }, {});
  expect(await verify()).toMatchObject({ ok: true, events: 10, unsealed: 0 });
  await stores.events.deliver([eventOf(1), eventOf(2)]);
  await stores.close();
  expect(await verify()).toMatchObject({ ok: true, events: 12, head: { position: 14 } });
  const bounded = await openSqlite({ file, key, most: { events: 5 } }, {});
  await bounded.events.deliver([eventOf(3)]);
  await bounded.close();
  expect(await verify()).toMatchObject({ ok: true, events: 5, dropped_to: 10 });
  const attacker = new Connection(file);
  attacker.run("UPDATE events SET tool = 'y' WHERE position = 11");
  attacker.close();
  expect(await verify()).toMatchObject({
    broken: { position: 12, problem: 'the events up to this point do not match the starting seal' },
  });
});

describe('a statement on a large table', () => {
  it.each([
    ['drops the oldest outcomes by their number', dropOldest, 'SEARCH replays USING INTEGER PRIMARY KEY (rowid<?)'],
    ['finds the token of a claim by an index', restoration, 'SEARCH tokens USING INDEX tokens_by_claim (claim=?)'],
    [
      'finds an earlier question about a call by an index',
      earlierQuestion,
      'SEARCH tokens USING INDEX tokens_by_arguments (call_digest=? AND principal=? AND operation=? AND rowid<?)',
    ],
  ])('%s, without reading the other rows', async (_, statement, expected) => {
    const file = path.join(folder, 'state.db');
    const stores = await openSqlite({ file, key }, {});
    await stores.close();
    const connection = new Connection(file);
    const cells = statement.match(/\?/g)?.map(() => 0) ?? [];
    const plan = connection.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...cells);
    connection.close();
    expect(plan.map(({ detail }) => detail)).toEqual([expected]);
  });
});
