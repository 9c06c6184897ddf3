import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimRequest } from '@recourse/engine/store-ports';
import { repetitions } from '@recourse/testkit/repetitions';
import { driveAdmissions } from '@recourse/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStores } from '../open-stores.ts';
import type { Stores } from '../stores.ts';
import { issueToken, question } from './issue-token.ts';
import { askAll, longMs, sharer } from './shared-stores.ts';
import type { OpenShared } from './shared-stores.ts';

const processes = 4;
const times = 64;
const tokens = repetitions({ atLeast: 20, full: 1000 });
const kills = repetitions({ atLeast: 4, full: 200 });
const reserveForMs = repetitions({ atLeast: 2500, full: 20_000 });
const program = 'store-process.mjs';

const redemption = {
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'd',
  source: 'token',
  grade: 'any',
} as const;
const counted = { metric: 'closes', count: 'attempts', windowMs: 3_600_000 } as const;
const claim: Omit<ClaimRequest, 'key'> = {
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'd',
  retentionMs: 3_600_000,
  idempotent: false,
};

/** Runs the suite for several processes that share the stores and are killed. */
export const describeProcesses = (name: string, open: OpenShared): void => {
  describe(`several processes: ${name}`, () => {
    const { share, start, startAll } = sharer(open);

    /** For each item, how many attempts of all processes ended so. */
    const winners = (answers: readonly unknown[], state: string): readonly number[] => {
      const byProcess = answers as readonly (readonly (readonly string[])[])[];
      const items = byProcess[0]?.length ?? 0;
      return Array.from(
        { length: items },
        (_, item) => byProcess.flatMap((states) => states[item] ?? []).filter((found) => found === state).length,
      );
    };

    it(
      `redeem a token once: ${processes} × ${times} at the same moment`,
      async () => {
        const { stores, settings } = await share();
        const all = await startAll(program, settings);
        const expires_at = Date.now() + longMs;
        const issued = await Promise.all(
          Array.from({ length: tokens }, () => issueToken(stores.tokens, { ...question, expires_at })),
        );
        const answers = await askAll(all, { task: 'redeem', tokens: issued, times });
        expect(winners(answers, 'admitted')).toEqual(issued.map(() => 1));
        expect(winners(answers, 'used')).toEqual(issued.map(() => processes * times - 1));
      },
      longMs,
    );

    it(
      'claim a key once',
      async () => {
        const { settings } = await share();
        const all = await startAll(program, settings);
        const keys = Array.from({ length: tokens }, (_, index) => `key ${index}`);
        const answers = await askAll(all, { task: 'claim', keys, times });
        expect(winners(answers, 'admitted')).toEqual(keys.map(() => 1));
        expect(winners(answers, 'in_flight')).toEqual(keys.map(() => processes * times - 1));
      },
      longMs,
    );

    it(
      'let no more calls through than the quota has room for',
      async () => {
        const { settings } = await share();
        const all = await startAll(program, settings);
        const answers = (await askAll(all, { task: 'reserve', stop: 100, times })) as readonly (readonly string[])[];
        expect(answers.flat().filter((state) => state === 'admitted')).toHaveLength(100);
      },
      longMs,
    );

    it(
      'let no more calls through than the quota has room for, in whichever window of its size one looks',
      async () => {
        const { settings, watchCalls } = await share();
        const all = await startAll(program, settings);
        const watched = await watchCalls();
        const [windowMs, stop] = [400, 25];
        const task = { task: 'reserveFor', windowMs, stop, lanes: 8, forMs: reserveForMs };
        const answers = (await askAll(all, task)) as readonly { let: number; stopped: number }[];
        const times = [...(await watched())].sort((one, other) => one - other);
        expect(times).toHaveLength(answers.reduce((sum, answer) => sum + answer.let, 0));
        expect(times.length).toBeGreaterThan(2 * stop);
        expect(answers.every(({ stopped }) => stopped > 0)).toBe(true);
        // A window that holds one call too many would begin and end with two that are less than its size apart.
        const spans = times.slice(stop).map((at, index) => at - (times[index] ?? 0));
        expect(Math.min(...spans)).toBeGreaterThanOrEqual(windowMs);
      },
      longMs,
    );

    describe('when one of them is not heard from', () => {
      const leaseMs = 600;
      const request = { ...claim, key: 'held' };

      /** One process that runs a handler under a key, and another handle of the same store. */
      const hold = async (blockMs: number) => {
        const { settings } = await share();
        const other = await openStores({ ...settings, leaseMs }, {});
        onTestFinished(() => other.close());
        const owner = await start(program, { ...settings, leaseMs });
        const heard = new Map<string, (which: string) => void>();
        const said = (what: string): Promise<string> => new Promise((resolve) => heard.set(what, resolve));
        const [begun, settled] = [said('begun'), said('settled')];
        owner.hear({ task: 'hold', key: request.key, blockMs }, ({ what, which }) => heard.get(what)?.(which));
        const id = await begun;
        return { id, owner, other, settled };
      };

      it(
        'keeps its key while its event loop is blocked far longer than the lease',
        async () => {
          const { other, settled } = await hold(4 * leaseMs);
          const ends = Date.now() + 3 * leaseMs;
          while (Date.now() < ends) {
            expect(await driveAdmissions(other).claim(request)).toMatchObject({ state: 'in_flight' });
            await pause(leaseMs / 10);
          }
          expect(await settled).toBe('true');
          expect(await driveAdmissions(other).claim(request)).toMatchObject({ state: 'stored' });
        },
        longMs,
      );

      it(
        'loses its key while it is stopped, without proof that it is gone, and has it again when it continues',
        async () => {
          const { id, owner, other, settled } = await hold(2 * leaseMs);
          owner.signal('SIGSTOP');
          await pause(2 * leaseMs);
          expect(await driveAdmissions(other).claim(request)).toMatchObject({ state: 'lost', id, ended: false });
          expect(await driveAdmissions(other).claim({ ...request, reopen: '0' })).toMatchObject({ state: 'lost' });
          owner.signal('SIGCONT');
          expect(await settled).toBe('true');
          expect(await driveAdmissions(other).claim(request)).toMatchObject({ state: 'stored' });
        },
        longMs,
      );

      it.runIf(process.platform === 'linux')(
        'loses its key at once when it is killed, with proof that it is gone, and the key can be reopened',
        async () => {
          const { id, owner, other } = await hold(100 * leaseMs);
          await owner.kill();
          expect(await driveAdmissions(other).claim(request)).toMatchObject({ state: 'lost', id, ended: true });
          const claims = await Promise.all(
            [1, 2, 3].map(() => driveAdmissions(other).claim({ ...request, reopen: id })),
          );
          expect(claims.map(({ state }) => state).sort()).toEqual(['claimed', 'in_flight', 'in_flight']);
        },
        longMs,
      );
    });

    it(
      'open new stores at the same moment',
      async () => {
        const { settings } = await share();
        expect(await startAll(program, settings)).toHaveLength(processes);
      },
      longMs,
    );

    it(
      'lose and double nothing that was confirmed, killed repeatedly under load',
      async () => {
        const { stores, settings, untilQuiet } = await share();
        const heard = new Map<string, Set<string>>();
        for (let round = 0; round < kills; round += 1) {
          const worker = await start(program, settings);
          const first = new Promise<void>((resolve) => {
            worker.hear({ task: 'work', lanes: 8 }, ({ what, which }) => {
              heard.set(what, (heard.get(what) ?? new Set()).add(which));
              if (what === 'ended') resolve();
            });
          });
          await first;
          await pause(randomInt(0, 40));
          await worker.kill();
        }
        const said = (what: string): readonly string[] => [...(heard.get(what) ?? [])];
        expect(said('broken')).toEqual([]);
        expect(said('ended').length).toBeGreaterThanOrEqual(kills);
        await untilQuiet?.();
        await expectKept(stores, said);
      },
      longMs,
    );
  });
};

interface Asked {
  readonly token: string;
  readonly name: string;
  readonly isKeyed: boolean;
}

/** Compares the messages with the store: each call is there as a whole, or not at all. */
const expectKept = async (stores: Stores, said: (what: string) => readonly string[]): Promise<void> => {
  const drive = driveAdmissions(stores);
  const [begun, ended] = [new Set(said('begun')), new Set(said('ended'))];
  const kept = await eventsOf(stores);
  expect(new Set(kept).size).toBe(kept.length);
  let lost = 0;
  for (const text of said('asked')) {
    const { token, name, isKeyed } = JSON.parse(text) as Asked;
    // Between its commit and its message a transaction may have been cut off, and counts as made.
    const hasBegun = kept.includes(`${name} began`);
    const hasEnded = kept.includes(name);
    if (begun.has(name)) expect(hasBegun).toBe(true);
    if (ended.has(name)) expect(hasEnded).toBe(true);
    const quota = { principal: 'ada', operation: 'close_ticket', key: name, rule: { ...counted, stop: 1 } };
    expect(await drive.reserve(quota)).toMatchObject({ current: 1, over: hasBegun ? 'stop' : 'none' });
    if (isKeyed) {
      const key = await stores.admissions.find({ ...claim, key: name });
      if (hasEnded) expect(key).toMatchObject({ state: 'stored', outcome: { value: { name } } });
      else if (hasBegun) expect(key?.state).toBe('lost');
      else expect(key).toBeUndefined();
    }
    const redeeming = await drive.redeem({ ...redemption, token });
    expect(redeeming.state).toBe(hasBegun ? 'used' : 'redeemed');
    // A call that began and did not end is known to be unknown; it is never said to have run.
    const isLost = redeeming.state === 'used' && redeeming.lost !== undefined;
    expect(isLost).toBe(process.platform === 'linux' && hasBegun && !hasEnded);
    if (isLost) lost += 1;
  }
  // Each kill cuts off a few calls between their beginning and their end.
  if (process.platform === 'linux') expect(lost).toBeGreaterThan(0);
};

const eventsOf = async (stores: Stores): Promise<readonly string[]> => {
  const kept: string[] = [];
  for (let after = 0; ;) {
    const events = await stores.events.read({ after });
    kept.push(...events.map(({ event_id }) => event_id));
    const last = events.at(-1);
    if (!last) return kept;
    after = last.position;
  }
};
