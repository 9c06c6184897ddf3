import { recoveringRest } from '@recourse/client';
import type { RecoveringRest } from '@recourse/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedger } from './ledger-process.ts';
import type { LedgerProcess } from './ledger-process.ts';

describe('a server behind REST that is killed in the middle of a call', () => {
  let ledger: LedgerProcess;
  let client: RecoveringRest;
  beforeEach(async () => {
    ledger = openLedger({ wire: 'HTTP', protocol: 'session' });
    const { now, sleep } = ledger;
    const address = (await ledger.url()).replace(/mcp$/, 'ledger');
    client = recoveringRest(address, { now, sleep, budget: { attempts: 25, seconds: 120 } });
  });
  afterEach(async () => {
    client.close();
    await ledger.close();
  });

  it('after the effect and before the answer: the restarted server has the outcome, and gives it', async () => {
    ledger.provoke('before-answer');
    const result = await client.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(result).toMatchObject({ structuredContent: { ok: true, written: 7 } });
    expect(client.explain(result)).toMatch(/ANSWER_LOST[^]*succeeded/);
    expect(ledger.lines()).toEqual(['pay 7']);
  });

  it('inside a payment: the payment is not repeated, and the caller is told', async () => {
    ledger.provoke('after-effect');
    expect(await client.recover({ name: 'pay', arguments: { amount: 7 } })).toMatchObject({
      end: 'in_doubt',
      failure: { effect: 'unknown', recovery: 'verify' },
    });
    expect(ledger.lines()).toEqual(['pay 7']);
  });

  it('inside a call that may be made twice: it is made again when the lease of the first has ended', async () => {
    ledger.provoke('before-effect');
    expect((await client.recover({ name: 'set_price', arguments: { amount: 7 } })).end).toBe('succeeded');
    expect(ledger.lines()).toEqual(['set_price 7']);
  });
});
