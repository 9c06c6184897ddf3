import { driveAdmissions } from '@recourse/testkit';
import { fail, succeed } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

let cwd: string;
let time: number;
const now = (): number => time;
beforeEach(() => {
  cwd = writeFolder({});
  time = Date.UTC(2026, 0, 1);
});
const recourse = (...line: readonly string[]) => runWithFakeIo(['intents', ...line], { cwd, now });

const request = {
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'd',
  retentionMs: 60_000,
  idempotent: false,
};
const unknown = fail('INTERNAL_TIMEOUT', { operation: 'close_ticket', timeout_ms: 5 }, { effect: 'unknown' });

/** A store with calls that began; those with an outcome have ended. */
const begin = async (outcomes: readonly (Outcome | undefined)[]) => {
  const { stores } = await openTickets({ cwd, now });
  for (const [index, outcome] of outcomes.entries()) {
    const claim = await driveAdmissions(stores).claim({ ...request, key: `key ${index}` });
    if (claim.state !== 'claimed') throw new Error('Not claimed');
    if (outcome) await driveAdmissions(stores).settle(claim.id, outcome);
  }
  return stores;
};

describe('recourse intents', () => {
  it('lists the calls whose effect is unknown, and with --all those that run', async () => {
    await begin([unknown, undefined, succeed({})]);
    expect(await recourse('list')).toEqual({
      exit: 0,
      err: '',
      out: [
        'ID  WHO  WHAT          STATE        STARTED               LAST HEARD',
        '1   ada  close_ticket  lost, ended  2026-01-01 00:00:00Z  2026-01-01 00:00:00Z',
      ].join('\n'),
    });
    const all = JSON.parse((await recourse('list', '--all', '--json')).out) as { readonly intents: object };
    expect(all.intents).toMatchObject([
      { id: '1', state: 'lost', ended: true },
      { id: '2', state: 'in_flight', ended: false, started_at: time, last_heard_at: time },
    ]);
    time += 60_000;
    expect((await recourse('list')).out).toContain('lost, silent');
  });

  it('reports that there are none', async () => {
    await begin([succeed({})]);
    expect(await recourse('list')).toMatchObject({ exit: 0, out: 'There are no lost calls.' });
    expect(await recourse('list', '--all')).toMatchObject({ exit: 0, out: 'There are no running or lost calls.' });
  });

  it('shows one call, and how to resolve it', async () => {
    await begin([unknown]);
    const { exit, out } = await recourse('show', '1');
    expect(exit).toBe(0);
    expect(out).toContain('lost, ended. The handler is no longer running.');
    expect(out).toContain('recourse intents resolve 1 --absent');
    expect(await recourse('show', '7')).toMatchObject({
      exit: 1,
      err: expect.stringContaining("There is no running or lost call '7'") as string,
    });
  });

  it('frees the key of a call that had no effect', async () => {
    const stores = await begin([unknown]);
    expect(await recourse('resolve', '1', '--absent')).toMatchObject({
      exit: 0,
      out: 'Resolved: call 1 had no effect. It can be made again with the same idempotency key.',
    });
    expect(await driveAdmissions(stores).claim({ ...request, key: 'key 0' })).toMatchObject({ state: 'claimed' });
  });

  it('settles the key of a call that took effect', async () => {
    const stores = await begin([unknown]);
    expect(JSON.parse((await recourse('resolve', '1', '--applied', '--json')).out)).toEqual({
      ok: true,
      id: '1',
      effect: 'applied',
      result: 'resolved',
    });
    expect(await driveAdmissions(stores).claim({ ...request, key: 'key 0' })).toMatchObject({
      state: 'stored',
      outcome: { code: 'CONFLICT_ALREADY_APPLIED', effect: 'applied' },
    });
    expect(await recourse('resolve', '1', '--absent')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('is already known') as string,
    });
  });

  it('refuses running and unknown calls, and neither or both options', async () => {
    await begin([undefined]);
    expect(await recourse('resolve', '1', '--absent')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('Call 1 is running') as string,
    });
    for (const id of ['9', 'x', '1; DROP TABLE replays'])
      expect(await recourse('resolve', id, '--absent')).toMatchObject({ exit: 1 });
    expect(await recourse('resolve', '1')).toMatchObject({ exit: 2 });
    expect(await recourse('resolve', '1', '--absent', '--applied')).toMatchObject({ exit: 2 });
  });
});
