import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runOnSqlite } from '../../../stores/src/testing/run-on-sqlite.ts';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

let cwd: string;
beforeEach(() => {
  cwd = writeFolder({});
});
const verify = (...line: readonly string[]) => runWithFakeIo(['events', 'verify', ...line], { cwd });
const record = async (calls: number): Promise<void> => {
  const tickets = await openTickets({ cwd });
  for (let id = 1; id <= calls; id += 1) await tickets.call('find_ticket', { id });
  await tickets.close();
};
const attack = (sql: string): void => runOnSqlite(path.join(cwd, '.recourse', 'state.db'), sql);

describe('recourse events verify', () => {
  it('confirms an intact record, and prints its head', async () => {
    await record(10);
    const { exit, out } = await verify();
    expect(exit).toBe(0);
    expect(out).toMatch(/^✓ 20 events, every link intact\.\n {2}head {4}20:[0-9a-f]{64}\n {2}sealed {2}since 20.*Z$/);
    const { head, ...rest } = JSON.parse((await verify('--json')).out);
    expect(rest).toEqual({
      ok: true,
      events: 20,
      unsealed: 0,
      sealed_since: expect.any(String),
      lost: 0,
      unchecked_seals: 0,
    });
    expect(await verify('--anchor', `${head.position}:${head.link}`)).toMatchObject({ exit: 0 });
  });

  it('reports the first broken link, and exits with 1', async () => {
    await record(10);
    attack("UPDATE events SET principal = 'mallory' WHERE position = 17");
    expect(await verify()).toEqual({
      exit: 1,
      out: '✗ The record is broken at position 17: the event was changed, or an earlier event was removed.\n  16 events before it are intact.',
      err: '',
    });
    attack('DELETE FROM events WHERE position BETWEEN 3 AND 6');
    const { exit, out } = await verify('--json');
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      events: 2,
      broken: { position: 3, problem: 'events 3 to 6 are missing' },
    });
  });

  it('notices with an anchor that an older copy was put back', async () => {
    await record(2);
    const { head } = JSON.parse((await verify('--json')).out);
    await record(2);
    expect(await verify('--anchor', `${head.position}:${head.link}`)).toMatchObject({ exit: 0 });
    expect(await verify('--anchor', `${head.position + 9}:${head.link}`)).toMatchObject({
      exit: 1,
      out: expect.stringContaining('the chain does not contain the given head'),
    });
  });

  it('refuses an anchor that is not a head, and a store that is missing', async () => {
    expect(await verify('--anchor', '7')).toMatchObject({ exit: 2, err: expect.stringContaining('POSITION:LINK') });
    expect(await verify()).toMatchObject({ exit: 2, err: expect.stringContaining('STORE_NOT_FOUND') });
  });
});
