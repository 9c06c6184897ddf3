import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnClient } from '@recourse/testkit';
import type { Spawned } from '@recourse/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileKeys, recovering } from '@recourse/client';
import type { RecoveryOptions } from '@recourse/client';

const fixture = path.join(import.meta.dirname, 'fixtures', 'ledger-server.mjs');

describe('a server over stdio that is killed in the middle of a call', () => {
  let cwd: string;
  let running: Spawned[];
  let offset = 0;
  beforeEach(() => {
    cwd = mkdtempSync(path.join(tmpdir(), 'recourse-recovering-'));
    running = [];
    offset = 0;
  });
  afterEach(async () => {
    for (const server of running) await server.close();
    rmSync(cwd, { recursive: true });
  });

  const start = async () => {
    const spawned = await spawnClient({ args: [fixture], cwd, env: { PATH: process.env['PATH'] ?? '' } });
    running.push(spawned);
    return spawned.client;
  };
  /** A client whose sleep moves the clock of both sides on, so that nobody waits for a lease to end. */
  const connect = async (options: RecoveryOptions = {}) =>
    recovering(await start(), {
      reconnect: start,
      now: () => Date.now() + offset,
      sleep: (ms) => {
        offset += ms;
        writeFileSync(path.join(cwd, 'offset.txt'), String(offset));
        return Promise.resolve();
      },
      ...options,
    });
  const dieAt = (moment: string): void => writeFileSync(path.join(cwd, moment), '');
  const ledger = (): readonly string[] => {
    const file = path.join(cwd, 'ledger.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };

  it('after the effect and before the answer: the restarted server has the outcome, and gives it', async () => {
    const client = await connect();
    dieAt('before-answer');
    const result = await client.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(result).toMatchObject({ structuredContent: { ok: true, written: 7 } });
    expect(client.explain(result)).toMatch(/ANSWER_LOST[^]*connects again[^]*succeeded/);
    expect(ledger()).toEqual(['pay 7']);
  });

  it('inside a call that may be made twice: it is made again when the lease of the first has ended', async () => {
    const client = await connect({ budget: { attempts: 25, seconds: 120 } });
    dieAt('before-effect');
    const { end, steps } = await client.recover({ name: 'set_price', arguments: { amount: 7 } });
    expect(end).toBe('succeeded');
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'failure', code: 'CONFLICT_IN_FLIGHT' }));
    expect(ledger()).toEqual(['set_price 7']);
  });

  it.each([
    ['before-effect', []],
    ['after-effect', ['pay 7']],
  ] as const)('inside a payment, %s: it is not made again, and whoever asked is told so', async (moment, written) => {
    const client = await connect({ budget: { attempts: 25, seconds: 120 } });
    dieAt(moment);
    const recovered = await client.recover({ name: 'pay', arguments: { amount: 7 } });
    expect(recovered).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown', recovery: 'verify' } });
    expect(ledger()).toEqual(written);
  });

  it.each([
    ['before-effect', 'succeeded', 'has shown twice that it has not taken effect'],
    ['after-effect', 'verified', "'find_settlement' shows that it took effect"],
  ] as const)('inside a call that declares its look, %s: the look decides (%s)', async (moment, end, why) => {
    const client = await connect({ budget: { attempts: 25, seconds: 120 } });
    dieAt(moment);
    const recovered = await client.recover({ name: 'settle', arguments: { invoice: 7 } });
    expect(recovered.end).toBe(end);
    expect(recovered.explain()).toContain(why);
    expect(ledger()).toEqual(['settle 7']);
  });

  it('and the client too: the next process makes the same call with the same key, and gets the outcome', async () => {
    const file = path.join(cwd, 'keys', 'open.json');
    const first = await connect({ keys: await openFileKeys(file), budget: { attempts: 1 } });
    dieAt('before-answer');
    const lost = await first.recover({ name: 'pay', arguments: { amount: 7 } });
    expect(lost.end).toBe('in_doubt');
    expect(readFileSync(file, 'utf8')).not.toContain('amount');

    const second = await connect({ keys: await openFileKeys(file) });
    const result = await second.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(result).toMatchObject({ structuredContent: { ok: true, written: 7 } });
    expect(ledger()).toEqual(['pay 7']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ keys: [] });

    await second.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(ledger()).toEqual(['pay 7', 'pay 7']);
  });
});
