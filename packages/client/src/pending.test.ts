import { fail } from '@recourse/contract';
import { linkClient } from '@recourse/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { parsePending } from './calling/pending.ts';
import type { Pending } from './calling/pending.ts';
import { keptMs } from './keys/key-store.ts';
import { recovering } from './recovering.ts';
import { createLedger } from './testing/ledger.ts';
import { createScripted } from './testing/scripted-client.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const call = { name: 'close_account', arguments: { name: 'Ada' } };

/** A ledger, and as many clients of it as a test needs, as if each were a process of its own. */
const open = () => {
  const ledger = createLedger();
  const connect = async (options = {}) => {
    const linked = await linkClient(ledger.server);
    closing.push(() => linked.close());
    return recovering(linked.client, { now: ledger.clock.now, sleep: () => Promise.resolve(), ...options });
  };
  return { ...ledger, connect };
};

/** A pending as another process gets it. */
const sent = (pending: Pending | undefined): Pending => parsePending(JSON.parse(JSON.stringify(pending)));

describe('a call that is suspended for a person', () => {
  it('ends with its question, its key and what is left of its budget, and has done nothing', async () => {
    const { connect, done } = open();
    const { end, pending, failure } = await (await connect()).recover(call, { suspend: true, budget: { attempts: 3 } });
    expect(end).toBe('needs_person');
    expect(failure?.code).toBe('CONFIRMATION_REQUIRED');
    expect(pending).toMatchObject({
      tool: 'close_account',
      arguments: { name: 'Ada' },
      question: { message: 'Close Ada?', reasons: ['It cannot be opened again'] },
      key: expect.any(String),
      budget: { attempts: 2 },
    });
    expect(done).toEqual([]);
  });

  it('holds no token, nor does anything else that the caller gets', async () => {
    const { connect } = open();
    const tokens: string[] = [];
    const client = await connect();
    const shown = await client.recover(call);
    tokens.push(String(shown.failure?.details?.['confirmation_token']));
    const recovered = await client.recover(call, { suspend: true });
    expect(recovered.pending).toBeDefined();
    expect(JSON.stringify(recovered)).not.toMatch(/confirmation_token/);
    expect(tokens[0]).toMatch(/.{20}/);
  });

  it('is made by another client with a yes, once, however often it is resumed', async () => {
    const { connect, done } = open();
    const { pending } = await (await connect()).recover(call, { suspend: true });
    const [one, other] = [await connect(), await connect()];
    expect((await one.resume(sent(pending), true)).end).toBe('succeeded');
    expect((await other.resume(sent(pending), true)).end).toBe('succeeded');
    expect(done).toEqual(['close Ada']);
  });

  it('is made once by two clients that resume it at the same time', async () => {
    const { connect, done } = open();
    const { pending } = await (await connect()).recover(call, { suspend: true });
    const clients = await Promise.all([connect(), connect(), connect()]);
    const ended = await Promise.all(clients.map((client) => client.resume(sent(pending), true)));
    expect(ended.map(({ end }) => end)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(done).toEqual(['close Ada']);
  });

  it('is not made with a no, and sends nothing', async () => {
    const { connect, done } = open();
    const { pending } = await (await connect()).recover(call, { suspend: true });
    const recovered = await (await connect()).resume(sent(pending), false);
    expect(recovered).toMatchObject({ end: 'denied', calls: 0, failure: { code: 'CONFIRMATION_DENIED' } });
    expect(done).toEqual([]);
  });

  it('is suspended again if the server asks something else by now', async () => {
    const { connect, done } = open();
    const { pending } = await (await connect()).recover(call, { suspend: true });
    const { question, ...rest } = sent(pending);
    const other = { ...rest, question: { ...question, message: 'Close nothing?' } };
    const recovered = await (await connect()).resume(other, true);
    expect(recovered).toMatchObject({ end: 'needs_person', pending: { question: { message: 'Close Ada?' } } });
    expect(done).toEqual([]);
  });

  it.each([1, 2, 3])('can be resumed with what a budget of %i attempts leaves', async (attempts) => {
    const { connect, done } = open();
    const { pending } = await (await connect()).recover(call, { suspend: true, budget: { attempts } });
    expect((await (await connect()).resume(sent(pending), true)).end).toBe('succeeded');
    expect(done).toEqual(['close Ada']);
  });

  it('is no longer sent when its key is too old', async () => {
    const { connect, done, clock } = open();
    const { pending } = await (await connect()).recover(call, { suspend: true });
    clock.advance(keptMs);
    expect(await (await connect()).resume(sent(pending), true)).toMatchObject({ end: 'in_doubt', calls: 0 });
    expect(done).toEqual([]);
  });

  it.each([null, {}, { version: 2 }, { version: 1, tool: 'x' }])('cannot be %j', (value) => {
    expect(() => parsePending(value)).toThrow('Not a valid pending call');
  });

  it.each([
    { attempts: 0, seconds: 1 },
    { attempts: 1.5, seconds: 1 },
    { attempts: 1e308, seconds: 1 },
    { attempts: 1, seconds: -1 },
  ])('cannot have the budget %j', async (budget) => {
    const { connect, done } = open();
    const client = await connect();
    const { pending } = await client.recover(call, { suspend: true });
    await expect(client.resume({ ...sent(pending), budget }, true)).rejects.toThrow('Not a valid pending call');
    expect(done).toEqual([]);
  });

  it('holds no token, though the server repeats it in its words', async () => {
    const token = 'a-token-that-confirms';
    const asking = fail(
      'CONFIRMATION_REQUIRED',
      {
        operation: 'pay',
        danger_level: 'destructive',
        confirmation_token: token,
        confirmation_message: `Pay? Yes is ${token}`,
        reasons: [`${token} is needed`],
        expires_at: '2026-01-01T00:05:00Z',
      },
      { message: `Confirm with ${token}`, hint: `Send ${token}.` },
    );
    const pay = { name: 'pay', arguments: {} };
    const { client } = createScripted([asking]);
    const suspended = await client.recover(pay, { suspend: true });
    expect(suspended.pending?.question.message).toBe('Pay? Yes is [withheld]');
    const denied = await createScripted([asking], { confirm: () => false }).client.recover(pay);
    for (const recovered of [suspended, denied])
      expect(JSON.stringify(recovered) + recovered.explain()).not.toContain(token);
  });
});

describe('a call with decisions of its own', () => {
  it('asks the person that it names, within the budget that it names', async () => {
    const { connect, done } = open();
    const client = await connect({ confirm: () => false });
    expect((await client.recover(call, { confirm: () => true })).end).toBe('succeeded');
    expect((await client.recover({ ...call, arguments: { name: 'Wim' } })).end).toBe('denied');
    expect(done).toEqual(['close Ada']);
  });

  it('allows the calls that it names, and no others', async () => {
    const { connect } = open();
    const client = await connect();
    const deposit = { name: 'deposit', arguments: { name: 'Ada' } };
    expect((await client.recover(deposit)).end).toBe('handed_over');
    expect((await client.recover(deposit, { allow: ['open_account'] })).end).toBe('succeeded');
  });

  it('has its id on every step, or one of its own', async () => {
    const steps: { readonly call_id: string }[] = [];
    const { connect } = open();
    const client = await connect({ onStep: (step: { readonly call_id: string }) => steps.push(step) });
    await client.recover(call, { toolCallId: 'from-the-model' });
    expect(new Set(steps.map(({ call_id: id }) => id))).toEqual(new Set(['from-the-model']));
    steps.splice(0);
    await Promise.all([client.recover(call), client.recover(call)]);
    expect(new Set(steps.map(({ call_id: id }) => id)).size).toBe(2);
  });

  it('has its id on the step of a pending that is too old to be resumed', async () => {
    const { connect, clock } = open();
    const client = await connect();
    const { pending } = await client.recover(call, { suspend: true });
    clock.advance(keptMs);
    const { steps } = await client.resume(sent(pending), true, { toolCallId: 'from-the-model' });
    expect(steps.map(({ call_id: id }) => id)).toEqual(['from-the-model']);
  });
});
