import { fail, succeed } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { createServerHealth } from '../health/server-health.ts';
import { confirmationTokenMetaKey, recoveryMetaKey } from '../meta-keys.ts';
import type { ToolCall } from '../recovering.ts';
import { createScripted } from '../testing/scripted-client.ts';

const done = succeed({ paid: true });
const call: ToolCall = { name: 'pay', arguments: { amount: 5, to: 'x' } };
const missing = fail('NOT_FOUND_RESOURCE', { resource_id: 'x' });
const details = { operation: 'pay', danger_level: 'destructive', expires_at: '2026-01-01T00:05:00Z' };
const asking = (token: string) => fail('CONFIRMATION_REQUIRED', { ...details, confirmation_token: token });

/** Makes the same call so many times, and tells how each ended. */
const endsOf = async ({ client }: ReturnType<typeof createScripted>, times: number, params = call) => {
  const ends: string[] = [];
  for (let index = 0; index < times; index += 1) ends.push((await client.recover(params)).end);
  return ends;
};
const failing = ['handed_over', 'handed_over', 'handed_over'];

describe('a caller who makes the same hopeless call repeatedly', () => {
  it('is told so after the third, with the last failure, and nothing more is sent', async () => {
    const scripted = createScripted([missing]);
    expect(await endsOf(scripted, 3)).toEqual(failing);
    const reordered = { ...call, arguments: { to: 'x', amount: 5 } };
    const { end, why, failure, calls, result } = await scripted.client.recover(reordered);
    expect({ end, calls, code: failure?.code }).toEqual({ end: 'gave_up_loop', calls: 0, code: 'NOT_FOUND_RESOURCE' });
    expect(why).toContain('has failed with NOT_FOUND_RESOURCE 3 times');
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { code: 'NOT_FOUND_RESOURCE', details: { resource_id: 'x' } },
      content: [{}, { text: expect.stringContaining('Not sent: this call') }],
      _meta: { [recoveryMetaKey]: { end: 'gave_up_loop', calls: 0 } },
    });
    expect(scripted.sent).toHaveLength(3);
  });

  it('is heard again half a minute later', async () => {
    const scripted = createScripted([missing, missing, missing, done]);
    expect(await endsOf(scripted, 4)).toEqual([...failing, 'gave_up_loop']);
    scripted.clock.advance(29_999);
    expect(await endsOf(scripted, 1)).toEqual(['gave_up_loop']);
    scripted.clock.advance(1);
    expect(await endsOf(scripted, 1)).toEqual(['succeeded']);
  });

  it('is not held up by what others do not: another call, another argument, and a name of the same', async () => {
    const scripted = createScripted([missing]);
    await endsOf(scripted, 4);
    expect(await endsOf(scripted, 1, { ...call, arguments: { amount: 6, to: 'x' } })).toEqual(['handed_over']);
    expect(await endsOf(scripted, 1, { ...call, name: 'refund' })).toEqual(['handed_over']);
  });

  it('decides himself after how many, for how long, and whether at all', async () => {
    const impatient = createScripted([missing], { loopGuard: { calls: 1, seconds: 2 } });
    expect(await endsOf(impatient, 2)).toEqual(['handed_over', 'gave_up_loop']);
    impatient.clock.advance(2_000);
    expect(await endsOf(impatient, 1)).toEqual(['handed_over']);
    expect(await endsOf(createScripted([missing], { loopGuard: false }), 9)).toEqual(Array(9).fill('handed_over'));
    expect(() => createScripted([missing], { loopGuard: { calls: 0 } })).toThrow(RangeError);
    expect(() => createScripted([missing], { loopGuard: { seconds: 0 } })).toThrow(RangeError);
  });

  it('asks no person a fourth time who has said no three times', async () => {
    let asked = 0;
    const confirm = (): boolean => (asked += 1) < 0;
    let tokens = 0;
    const scripted = createScripted(() => asking(`t${(tokens += 1)}`), { confirm });
    expect(await endsOf(scripted, 5)).toEqual(['denied', 'denied', 'denied', 'gave_up_loop', 'gave_up_loop']);
    expect(asked).toBe(3);
    const last = await scripted.client.recover(call);
    expect(last.failure?.code).toBe('CONFIRMATION_DENIED');
    expect(JSON.stringify(last)).not.toContain('confirmation_token');
  });
});

describe('the guard is lifted', () => {
  const missingFor = (tool: string) => (sent: ToolCall) => (sent.name === tool ? missing : done);

  it('by another call that may have changed something', async () => {
    const scripted = createScripted(missingFor('pay'));
    await endsOf(scripted, 4);
    await endsOf(scripted, 1, { name: 'open_account', arguments: {} });
    expect(await endsOf(scripted, 1)).toEqual(['handed_over']);
  });

  it('by a call with an unknown effect', async () => {
    const lost = { thrown: Object.assign(new Error('gone'), { code: 'REQUEST_TIMEOUT' }) };
    const health = createServerHealth({ faults: 100 });
    const scripted = createScripted(({ name }) => (name === 'pay' ? missing : lost), { health });
    await endsOf(scripted, 4);
    await endsOf(scripted, 1, { name: 'open_account', arguments: {} });
    expect(await endsOf(scripted, 1)).toEqual(['handed_over']);
  });

  it('not by a read, nor by another refusal', async () => {
    const scripted = createScripted(
      ({ name }) => (name === 'look' ? done : missing),
      {},
      { tools: { look: true, pay: false, refund: false } },
    );
    await endsOf(scripted, 3);
    await endsOf(scripted, 1, { name: 'look', arguments: {} });
    await endsOf(scripted, 1, { name: 'refund', arguments: {} });
    expect(await endsOf(scripted, 1)).toEqual(['gave_up_loop']);
  });

  it('by a list of tools that is another than before, not by the same list', async () => {
    const tools: Record<string, boolean> = { pay: false };
    const scripted = createScripted([missing], {}, { tools });
    await endsOf(scripted, 4);
    await scripted.client.listTools();
    expect(await endsOf(scripted, 1)).toEqual(['gave_up_loop']);
    tools['refund'] = false;
    await scripted.client.listTools();
    expect(await endsOf(scripted, 1)).toEqual(['handed_over']);
  });

  it('by a confirmation that the caller brings', async () => {
    const scripted = createScripted([missing]);
    await endsOf(scripted, 4);
    const confirmed = { ...call, _meta: { [confirmationTokenMetaKey]: 'given elsewhere' } };
    expect(await endsOf(scripted, 1, confirmed)).toEqual(['handed_over']);
  });

  it('by a success of the call itself', async () => {
    const scripted = createScripted([missing, missing, done, missing], {}, { tools: { pay: true } });
    expect(await endsOf(scripted, 5)).toEqual([
      'handed_over',
      'handed_over',
      'succeeded',
      'handed_over',
      'handed_over',
    ]);
  });
});

describe('the guard does not count', () => {
  const words = { result: { isError: true, content: [{ type: 'text', text: 'not ready yet' }] } };
  const other = (index: number) => fail('NOT_FOUND_RESOURCE', { resource_id: `x${index}` });

  it.each([
    ['what passes', () => fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 999 })],
    ['what a tool says in words', () => words],
    ['a question that is handed over', (_: ToolCall, index: number) => asking(`t${index}`)],
    ['a failure that says something else each time', (_: ToolCall, index: number) => other(index)],
    ['a fault of the server', () => fail('INTERNAL_ERROR', {}, { effect: 'none' })],
    ['what may have taken effect', () => fail('NOT_FOUND_RESOURCE', {}, { effect: 'unknown' }), { pay: false }],
  ])('%s', async (_, answer, tools: Record<string, boolean> = { pay: true }) => {
    const health = createServerHealth({ faults: 100 });
    const scripted = createScripted(answer, { health }, { tools });
    await endsOf(scripted, 8);
    expect(scripted.sent.length).toBeGreaterThanOrEqual(8);
  });
});

describe('the memory of the guard', () => {
  it('is that of a hundred calls, and of no large failure', async () => {
    const large = fail('NOT_FOUND_RESOURCE', { resource_id: 'x', searched: 'y'.repeat(100_000) } as never);
    const scripted = createScripted([large], { loopGuard: { calls: 1 } });
    await endsOf(scripted, 1);
    const again = await scripted.client.recover(call);
    expect(again).toMatchObject({ end: 'gave_up_loop', failure: { code: 'NOT_FOUND_RESOURCE' } });
    expect(JSON.stringify(again).length).toBeLessThan(10_000);
    for (let amount = 0; amount < 100; amount += 1) await endsOf(scripted, 1, { name: 'pay', arguments: { amount } });
    expect(await endsOf(scripted, 1)).toEqual(['handed_over']);
  });
});

describe('a caller who polls', () => {
  const pending = fail('NOT_FOUND_RESOURCE', { resource_id: 'job' });
  const ready = [...Array.from({ length: 9 }, () => pending), done];

  it('is never held back by a failure that says when to come back', async () => {
    const asked = fail('NOT_FOUND_RESOURCE', { resource_id: 'job' }, { retry_after_ms: 500 });
    const scripted = createScripted([...Array.from({ length: 9 }, () => asked), done]);
    expect(await endsOf(scripted, 10)).toEqual([...Array(9).fill('handed_over'), 'succeeded']);
  });

  it.each([
    ['the caller declares', { polls: ['pay'] }],
    ['the rules declare', { rules: { names: [], rules: [], polls: ['pay'] } }],
  ])('is never held back with a tool that %s as polled', async (_, options) => {
    const scripted = createScripted(ready, options);
    expect(await endsOf(scripted, 10)).toEqual([...Array(9).fill('handed_over'), 'succeeded']);
  });

  it('is told only what the client knows', async () => {
    const scripted = createScripted([missing]);
    await endsOf(scripted, 3);
    const { why } = await scripted.client.recover(call);
    expect(why).toContain('this client has since made no call that could change the outcome');
    expect(why).not.toContain('nothing has changed');
  });
});
