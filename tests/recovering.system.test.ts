import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openFileKeys, recovering } from '@recourse/client';
import type { RecoveryOptions, Step } from '@recourse/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedger, wires } from './ledger-process.ts';
import type { LedgerProcess, Wire } from './ledger-process.ts';

let ledger: LedgerProcess;
const open = (wire: Wire): void => {
  beforeEach(() => {
    ledger = openLedger(wire);
  });
  afterEach(() => ledger.close());
};
const connect = async (options: RecoveryOptions = {}) =>
  recovering(await ledger.connect(), {
    reconnect: () => ledger.connect(),
    budget: { attempts: 25, seconds: 120 },
    now: ledger.now,
    sleep: ledger.sleep,
    ...options,
  });

describe.each(wires)('a server over $wire, $protocol, that is killed in the middle of a call', (wire) => {
  open(wire);
  // The SDK does not tell that the answer to a call in a session over HTTP can no longer come: only time does.
  const options = wire.wire === 'HTTP' && wire.protocol === 'session' ? { timeout: 5_000 } : {};

  it('after the effect and before the answer: the restarted server has the outcome, and gives it', async () => {
    const client = await connect();
    ledger.provoke('before-answer');
    const { end, result, steps } = await client.recover({ name: 'pay', arguments: { amount: 7 } }, options);
    expect(end).toBe('succeeded');
    expect(result).toMatchObject({ structuredContent: { ok: true, written: 7 } });
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'failure', code: 'ANSWER_LOST' }));
    expect(ledger.lines()).toEqual(['pay 7']);
  });

  it.each([
    ['before-effect', 'in_doubt', "'find_settlement' does not show that it took effect", []],
    ['after-effect', 'verified', "'find_settlement' shows that it took effect", ['settle 7']],
  ] as const)('inside a call that declares its look, %s: it ends %s, and is not made again', async (...row) => {
    const [moment, end, why, written] = row;
    const client = await connect();
    ledger.provoke(moment);
    const recovered = await client.recover({ name: 'settle', arguments: { invoice: 7 } }, options);
    expect(recovered.end).toBe(end);
    expect(recovered.explain()).toContain(why);
    expect(ledger.lines()).toEqual(written);
  });
});

describe.each([wires[0], wires[3]])('a server over $wire, $protocol, that is killed', (wire) => {
  open(wire);

  it('inside a call that may be made twice: it is made again once its process is gone', async () => {
    const client = await connect();
    ledger.provoke('before-effect');
    const { end, steps } = await client.recover({ name: 'set_price', arguments: { amount: 7 } });
    expect(end).toBe('succeeded');
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'failure', code: 'ANSWER_LOST' }));
    expect(ledger.lines()).toEqual(['set_price 7']);
  });

  it.each([
    ['before-effect', []],
    ['after-effect', ['pay 7']],
  ] as const)('inside a payment, %s: the payment is not repeated, and the caller is told', async (moment, written) => {
    const client = await connect();
    ledger.provoke(moment);
    const recovered = await client.recover({ name: 'pay', arguments: { amount: 7 } });
    expect(recovered).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown', recovery: 'verify' } });
    expect(ledger.lines()).toEqual(written);
  });

  it('and the client too: the next process makes the same call with the same key, and gets the outcome', async () => {
    const file = path.join(ledger.folder, 'keys', 'open.json');
    const abort = new AbortController();
    const onStep = ({ kind }: Step): void => (kind === 'failure' ? abort.abort() : undefined);
    const first = await connect({ keys: await openFileKeys(file), onStep });
    ledger.provoke('before-answer');
    const lost = await first.recover({ name: 'pay', arguments: { amount: 7 } }, { signal: abort.signal });
    expect(lost.end).toBe('in_doubt');
    expect(readFileSync(file, 'utf8')).not.toContain('amount');

    const second = await connect({ keys: await openFileKeys(file) });
    const result = await second.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(result).toMatchObject({ structuredContent: { ok: true, written: 7 } });
    expect(ledger.lines()).toEqual(['pay 7']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ keys: [] });

    await second.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(ledger.lines()).toEqual(['pay 7', 'pay 7']);
  });
});
