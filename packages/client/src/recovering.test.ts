import { fail, succeed } from '@recourse/contract';
import type { Failure, NextAction } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { createServerHealth } from './health/server-health.ts';
import { createMemoryKeys } from './keys/memory-keys.ts';
import { confirmationTokenMetaKey, idempotencyKeyMetaKey, recoveryMetaKey } from './meta-keys.ts';
import { createScripted } from './testing/scripted-client.ts';

const done = succeed({ paid: true });
const call = { name: 'pay', arguments: { amount: 5 } };
const keyOf = (sent: { readonly _meta?: Readonly<Record<string, unknown>> | undefined } | undefined): unknown =>
  sent?._meta?.[idempotencyKeyMetaKey];
const lost = { thrown: Object.assign(new Error('Request timed out'), { code: 'REQUEST_TIMEOUT' }) };
const unavailable = (effect: Failure['effect']) => fail('UPSTREAM_UNAVAILABLE', {}, { effect });
const look: NextAction = {
  tool: 'find_payment',
  arguments: { amount: 5 },
  why: 'Shows whether it was paid.',
  applied_when: { pointer: '/paid', equals: true },
};

const similarTool = { effect: 'none', similar: [{ ref: 'pays', role: 'tool' }] } as const;

describe('a call that succeeds', () => {
  it('gives the result on as it came', async () => {
    const result = { content: [{ type: 'text', text: 'fine' }] };
    const { client, sent } = createScripted([{ result }]);
    expect(await client.callTool(call)).toBe(result);
    expect(sent).toHaveLength(1);
    expect(client.explain(result)).toContain('succeeded');
  });
});

describe('retry', () => {
  it('repeats what had no effect, with full jitter and the same key, until it succeeds', async () => {
    const { client, sent, slept } = createScripted([unavailable('none'), unavailable('none'), done]);
    const recovered = await client.recover(call);
    expect(recovered.end).toBe('succeeded');
    expect(sent.map(keyOf)).toEqual(['key-1', 'key-1', 'key-1']);
    expect(slept).toEqual([100, 200]);
    expect(recovered.result).toMatchObject({ _meta: { [recoveryMetaKey]: { end: 'succeeded', calls: 3 } } });
  });

  it('comes no earlier than the server says', async () => {
    const { client, slept } = createScripted([
      fail('UPSTREAM_UNAVAILABLE', { retry_after_seconds: 3 }, { effect: 'none' }),
      done,
    ]);
    await client.recover(call);
    expect(slept).toEqual([3000]);
  });

  it('comes no later than the server says, and opens no circuit', async () => {
    const soon = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none', retry_after_ms: 500 });
    const { client, slept } = createScripted([...Array<Failure>(20).fill(soon), done], { budget: { attempts: 30 } });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(slept).toEqual(Array(20).fill(500));
  });

  it('waits longer each time if the server says to come at once', async () => {
    const now = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none', retry_after_ms: 1 });
    const { client, slept, sent } = createScripted([now], { budget: { attempts: 100 } });
    expect((await client.recover(call)).end).toBe('gave_up_server');
    expect(slept.slice(0, 3)).toEqual([100, 200, 400]);
    expect(sent.length).toBeLessThan(15);
  });

  it('gives up when its calls are spent, and hands the last failure over', async () => {
    const { client, sent } = createScripted([unavailable('none')], { budget: { attempts: 3 } });
    const recovered = await client.recover(call);
    expect(recovered).toMatchObject({ end: 'gave_up_attempts', failure: { code: 'UPSTREAM_UNAVAILABLE' } });
    expect(sent).toHaveLength(3);
    expect(recovered.result).toMatchObject({ isError: true });
  });

  it('does not repeat a write in doubt where the server keeps to no key', async () => {
    const { client, sent } = createScripted([unavailable('unknown'), done], {}, { announced: false });
    expect((await client.recover(call)).end).toBe('in_doubt');
    expect(sent).toHaveLength(1);
    expect(keyOf(sent[0])).toBeUndefined();
  });

  it('does not believe a retryable that the code does not have', async () => {
    const lie = { ...fail('INTERNAL_ERROR', {}, { effect: 'none' }), retryable: true, recovery: 'retry' as const };
    const { client, sent } = createScripted([lie, done]);
    expect((await client.recover(call)).end).toBe('handed_over');
    expect(sent).toHaveLength(1);
  });

  it('repeats a read, whatever its outcome', async () => {
    const server = { announced: false, tools: { pay: true } };
    const { client, sent } = createScripted([lost, done], { trustAnnotations: true }, server);
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent).toHaveLength(2);
  });

  it('trusts the annotations of no server that does not know the contract, unless the caller does', async () => {
    const server = { announced: false, tools: { pay: true } };
    const { client, sent } = createScripted([lost, done], {}, server);
    expect((await client.recover(call)).end).toBe('in_doubt');
    expect(sent).toHaveLength(1);
  });
});

describe('a lost answer', () => {
  it('is asked for again with the key of the call', async () => {
    const { client, sent } = createScripted([lost, done]);
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent.map(keyOf)).toEqual(['key-1', 'key-1']);
  });

  it('ends in doubt with an ordinary server, by the error of the client itself', async () => {
    const { client } = createScripted([lost], {}, { announced: false });
    await expect(client.callTool(call)).rejects.toBe(lost.thrown);
    expect(client.explain(lost.thrown)).toContain('in_doubt');
  });

  it('stays in doubt when the connection does not come back, and the next such call has its key', async () => {
    const closed = { thrown: Object.assign(new Error('Connection closed'), { code: 'CONNECTION_CLOSED' }) };
    const keys = createMemoryKeys();
    const first = createScripted([closed], { keys });
    expect((await first.client.recover(call)).end).toBe('in_doubt');
    const second = createScripted([done], { keys, createKey: () => 'another' });
    await second.client.recover({ ...call, arguments: { amount: 6 } });
    await second.client.recover(call);
    await second.client.recover(call);
    expect(second.sent.map(keyOf)).toEqual(['another', 'key-1', 'another']);
  });

  it.each([
    ['SDK v2', { name: 'SdkHttpError', code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 404 } }],
    ['SDK v1', { code: 404 }],
  ])('is asked for again in a new session where the server has forgotten the old one (%s)', async (_, fields) => {
    const gone = { thrown: Object.assign(new Error('session not found'), fields) };
    const restarted = createScripted([done]);
    const reconnect = () => restarted.raw as never;
    const { client, sent } = createScripted([lost, gone], { reconnect });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect([...sent, ...restarted.sent].map(keyOf)).toEqual(['key-1', 'key-1', 'key-1']);
    const alone = createScripted([lost, gone]);
    expect(await alone.client.recover(call)).toMatchObject({ end: 'in_doubt', why: 'the connection was lost' });
  });

  it('keeps a key that the caller brings', async () => {
    const { client, sent } = createScripted([lost, done]);
    await client.recover({ ...call, _meta: { [idempotencyKeyMetaKey]: 'mine' } });
    expect(sent.map(keyOf)).toEqual(['mine', 'mine']);
  });

  it('gives two equal calls at the same time two keys', async () => {
    const { client, sent } = createScripted([done]);
    await Promise.all([client.recover(call), client.recover(call)]);
    expect(new Set(sent.map(keyOf)).size).toBe(2);
  });
});

describe('wait', () => {
  it('waits as long as the limit lasts', async () => {
    const limited = fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 20 });
    const { client, slept } = createScripted([limited, done]);
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(slept).toEqual([20_500]);
  });

  it('does not wait at all for what ends after the deadline', async () => {
    const { client, sent, slept } = createScripted([fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 3600 })]);
    expect((await client.recover(call)).end).toBe('gave_up_deadline');
    expect(sent).toHaveLength(1);
    expect(slept).toEqual([]);
  });

  it('waits for a decision that is made elsewhere', async () => {
    const details = {
      operation: 'pay',
      danger_level: 'destructive',
      confirmation_token: 't',
      expires_at: '2026-01-01T00:05:00Z',
    };
    const waiting = fail('CONFIRMATION_REQUIRED', details, { recovery: 'wait' });
    const { client, sent } = createScripted([waiting, done]);
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent[1]?._meta).not.toHaveProperty([confirmationTokenMetaKey]);
  });
});

describe('confirm', () => {
  const details = {
    operation: 'pay',
    danger_level: 'destructive',
    reasons: ['Money does not come back'],
    confirmation_message: 'Pay 5?\u001b[2J',
    confirmation_token: 'conf_secret',
    expires_at: '2026-01-01T00:05:00Z',
  };
  const asking = fail('CONFIRMATION_REQUIRED', details);

  it('asks, and makes the call again with the token and the same key', async () => {
    const questions: unknown[] = [];
    const confirm = (question: unknown): boolean => questions.push(question) > 0;
    const { client, sent } = createScripted([asking, done], { confirm });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(questions).toMatchObject([
      { tool: 'pay', arguments: { amount: 5 }, message: 'Pay 5? [2J', reasons: ['Money does not come back'] },
    ]);
    expect(sent[1]?._meta).toEqual({ [idempotencyKeyMetaKey]: 'key-1', [confirmationTokenMetaKey]: 'conf_secret' });
  });

  it.each([
    ['no', () => false],
    ['something that is not yes', () => 'no' as unknown as boolean],
    ['nothing, by failing', () => Promise.reject(new Error('closed'))],
  ])('ends as denied when the answer is %s, and keeps the token to itself', async (_, confirm) => {
    const { client, sent } = createScripted([asking, done], { confirm });
    const recovered = await client.recover(call);
    expect(recovered.end).toBe('denied');
    expect(JSON.stringify(recovered.result)).not.toContain('conf_secret');
    expect(recovered.explain()).not.toContain('conf_secret');
    expect(sent).toHaveLength(1);
  });

  it('hands the question over if there is no one to ask', async () => {
    const { client, sent } = createScripted([asking, done]);
    const recovered = await client.recover(call);
    expect(recovered.end).toBe('handed_over');
    expect(JSON.stringify(recovered.result)).toContain('conf_secret');
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['retry', fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' })],
    ['wait', fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 1 })],
  ])('sends the same token again after a failure without effect that says to %s', async (_, passing) => {
    let asked = 0;
    const { client, sent } = createScripted([asking, passing, passing, done], { confirm: () => (asked += 1) > 0 });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(asked).toBe(1);
    const confirmed = { [idempotencyKeyMetaKey]: 'key-1', [confirmationTokenMetaKey]: 'conf_secret' };
    expect(sent.slice(1).map(({ _meta }) => _meta)).toEqual([confirmed, confirmed, confirmed]);
  });

  it('asks again where a confirmation without effect is used up', async () => {
    const passing = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });
    const used = fail('TOKEN_ALREADY_USED', { token: 'conf_secret' });
    const another = fail('CONFIRMATION_REQUIRED', { ...details, confirmation_token: 'conf_new' });
    let asked = 0;
    const { client, sent } = createScripted([asking, passing, used, another, done], {
      confirm: () => (asked += 1) > 0,
      budget: { attempts: 5 },
    });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(asked).toBe(2);
    expect(sent[3]?._meta).toEqual({ [idempotencyKeyMetaKey]: 'key-1' });
    expect(sent[4]?._meta).toMatchObject({ [confirmationTokenMetaKey]: 'conf_new' });
  });

  it('sends no token again to a server that does not keep confirmations', async () => {
    const action = { tool: 'recourse_confirm', arguments: { confirmation_token: 'conf_secret' }, why: '' };
    const offered = fail('CONFIRMATION_REQUIRED', details, { next_actions: [action] });
    const passing = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });
    const { client, sent } = createScripted([offered, passing, done], { confirm: () => true }, { announced: false });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent[2]).toEqual(call);
  });

  it('asks again when the token came too late, and never more than twice', async () => {
    const expired = fail('TOKEN_EXPIRED', {
      token: 'conf_secret',
      expired_at: '2026-01-01T00:00:00Z',
      current_time: '2026-01-01T00:00:01Z',
    });
    let asked = 0;
    let tokens = 0;
    const { client } = createScripted(
      ({ _meta }) =>
        _meta && confirmationTokenMetaKey in _meta
          ? expired
          : fail('CONFIRMATION_REQUIRED', { ...details, confirmation_token: `t${(tokens += 1)}` }),
      { confirm: () => (asked += 1) > 0, budget: { attempts: 20 } },
    );
    expect((await client.recover(call)).end).toBe('gave_up_loop');
    expect(asked).toBe(2);
  });

  it('confirms by the tool of the server where it announces nothing', async () => {
    const action = { tool: 'recourse_confirm', arguments: { confirmation_token: 'conf_secret' }, why: '' };
    const offered = fail('CONFIRMATION_REQUIRED', details, { next_actions: [action] });
    const { client, sent } = createScripted([offered, done], { confirm: () => true }, { announced: false });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent[1]).toEqual({ name: 'recourse_confirm', arguments: { confirmation_token: 'conf_secret' } });
  });

  it('does not confirm by another tool, and does not ask for it', async () => {
    const action = { tool: 'delete_everything', arguments: { confirmation_token: 'conf_secret' }, why: '' };
    const offered = fail('CONFIRMATION_REQUIRED', details, { next_actions: [action] });
    const { client, sent } = createScripted([offered, done], { confirm: () => true }, { announced: false });
    expect((await client.recover(call)).end).toBe('handed_over');
    expect(sent).toHaveLength(1);
  });

  it("confirms in MCP-AQL's parameters where a server speaks it", async () => {
    const { client, sent } = createScripted(
      [asking, done],
      { confirm: () => true },
      { announced: false, dialect: 'mcp-aql' },
    );
    const arguments_ = { operation: 'delete_ticket', params: { id: 7 } };
    expect((await client.recover({ name: 'mcp_aql_delete', arguments: arguments_ })).end).toBe('succeeded');
    expect(sent[1]?.arguments).toEqual({
      operation: 'delete_ticket',
      params: { id: 7, confirmation_token: 'conf_secret' },
    });
  });
});

describe('verify', () => {
  const withLook = (action: NextAction) =>
    fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false, next_actions: [action] });
  const doubtful = withLook(look);
  const tools = { pay: false, find_payment: true };

  it('ends as verified when the look shows the effect, and says so in place of the lost answer', async () => {
    const { client, sent } = createScripted([doubtful, done], {}, { tools });
    const recovered = await client.recover(call);
    expect(recovered.end).toBe('verified');
    expect(sent.map(({ name }) => name)).toEqual(['pay', 'find_payment']);
    expect(recovered.result).not.toHaveProperty('isError');
    expect(JSON.stringify(recovered.result)).toContain("'pay' took effect");
  });

  it('asks with the same key after a look that shows nothing', async () => {
    const { client, sent } = createScripted([doubtful, succeed({ paid: false }), done], {}, { tools });
    const { end, steps } = await client.recover(call);
    expect(end).toBe('succeeded');
    expect(sent.map(({ name }) => name)).toEqual(['pay', 'find_payment', 'pay']);
    expect([keyOf(sent[0]), keyOf(sent[2])]).toEqual(['key-1', 'key-1']);
    const waited = steps.find(({ kind }) => kind === 'wait');
    expect(waited).toMatchObject({ why: 'the call may still be in progress' });
    expect(waited?.kind === 'wait' && waited.ms).toBeGreaterThanOrEqual(1_000);
  });

  it('waits until the server can reopen the key, and asks then', async () => {
    const reopenable = { effect: 'unknown', next_actions: [look], retry_after_ms: 20_000 } as const;
    const unknown = fail('CONFLICT_OUTCOME_UNKNOWN', { operation: 'pay' }, reopenable);
    const absent = succeed({ paid: false });
    const { client, sent, slept } = createScripted([doubtful, absent, unknown, absent, done], {}, { tools });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent.filter(({ name }) => name === 'pay').map(keyOf)).toEqual(['key-1', 'key-1', 'key-1']);
    expect(slept.at(-1)).toBeGreaterThanOrEqual(20_000);
  });

  it.each([
    ['cannot reopen the key', { retryable: false }],
    ['can reopen it only after the deadline', { retry_after_ms: 3_600_000 }],
  ])('stays in doubt when the server %s', async (_, facts) => {
    const unknown = fail('CONFLICT_OUTCOME_UNKNOWN', { operation: 'pay' }, { effect: 'unknown', ...facts });
    const { client, sent } = createScripted([unknown], { budget: { attempts: 20 } }, { tools });
    expect(await client.recover(call)).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
    expect(sent).toHaveLength(1);
  });

  it('stays in doubt when there is no time to ask', async () => {
    const script = [doubtful, succeed({ paid: false }), done];
    const { client, sent } = createScripted(script, { budget: { seconds: 0.1 } }, { tools });
    expect((await client.recover(call)).end).toBe('in_doubt');
    expect(sent.map(({ name }) => name)).toEqual(['pay', 'find_payment']);
  });

  it('stays in doubt with a server that honours no keys, whatever the look shows', async () => {
    const { client, sent } = createScripted(
      [doubtful, succeed({ paid: false })],
      { trustAnnotations: true },
      { tools, announced: false },
    );
    expect((await client.recover(call)).end).toBe('in_doubt');
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['the look fails', doubtful, tools],
    ['the look is a write that the caller does not allow', doubtful, { pay: false, find_payment: false }],
    ['the look only resembles the effect', withLook({ ...look, resembles: true }), tools],
    ['nothing tells', fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false }), tools],
  ] as const)('stays in doubt when %s', async (_, failure, tools) => {
    const answer = ({ name }: { readonly name: string }): Failure =>
      name === 'pay' ? failure : fail('INTERNAL_ERROR');
    const { client, sent } = createScripted(answer, {}, { tools });
    expect((await client.recover(call)).end).toBe('in_doubt');
    // The server is asked once whether it knows more by now.
    expect(sent.filter(({ name }) => name === 'pay').map(keyOf)).toEqual(['key-1', 'key-1']);
  });

  it('looks again when the server answers with the failure that it has stored, and asks no further', async () => {
    const answers = [doubtful, succeed({ paid: false }), { result: replayedResult(doubtful) }];
    const shown = createScripted([...answers, done], {}, { tools });
    expect((await shown.client.recover(call)).end).toBe('verified');
    expect(shown.sent.map(({ name }) => name)).toEqual(['pay', 'find_payment', 'pay', 'find_payment']);
    const absent = createScripted([...answers, succeed({ paid: false })], {}, { tools });
    expect((await absent.client.recover(call)).end).toBe('in_doubt');
    expect(absent.sent).toHaveLength(4);
  });
});

describe('a call in doubt', () => {
  const busy = fail('CONFLICT_IN_FLIGHT', { retry_after_seconds: 1 }, { effect: 'none' });

  it('is asked for as long as there is time, whatever the attempts are', async () => {
    const script = [lost, ...Array<Failure>(9).fill(busy), done];
    const { client, sent } = createScripted(script, { budget: { attempts: 1 } });
    expect(await client.recover(call)).toMatchObject({ end: 'succeeded', calls: 11 });
    expect(new Set(sent.map(keyOf))).toEqual(new Set(['key-1']));
  });

  it('is not asked for in a busy loop by a server that names no time', async () => {
    const now = fail('CONFLICT_IN_FLIGHT', {}, { effect: 'none', retry_after_ms: 0 });
    const { client, sent } = createScripted([now], { random: () => 0 });
    expect((await client.recover(call)).end).toBe('in_doubt');
    expect(sent.length).toBeLessThan(40);
  });

  it('is asked for when the server says, however often it has been asked for', async () => {
    const soon = fail('CONFLICT_IN_FLIGHT', {}, { effect: 'none', retry_after_ms: 500 });
    const { client, slept } = createScripted([...Array<Failure>(9).fill(soon), done], { random: () => 0 });
    expect(await client.recover(call)).toMatchObject({ end: 'succeeded', calls: 10 });
    expect(slept).toEqual(Array(9).fill(500));
  });

  it.each([
    ['a refusal of the repetition', fail('PERMISSION_DENIED', {})],
    ['a correction that would make it another call', fail('NOT_FOUND_OPERATION', { operation: 'pay' }, similarTool)],
    ['a limit that ends too late', fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 3600 })],
    ['a key that was used for something else', fail('CONFLICT_IDEMPOTENCY_KEY', {})],
  ])('stays in doubt after %s', async (_, refusal) => {
    const { client, sent } = createScripted([lost, refusal], { allow: () => true });
    expect(await client.recover(call)).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
    expect(sent).toHaveLength(2);
  });

  it('stays in doubt for the next equal call, however that one ends', async () => {
    const limited = fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 3600 });
    const { client, sent } = createScripted([lost, limited, limited, done]);
    const ends = [];
    for (let calls = 0; calls < 3; calls += 1) ends.push((await client.recover(call)).end);
    expect(ends).toEqual(['in_doubt', 'in_doubt', 'succeeded']);
    expect(new Set(sent.map(keyOf))).toEqual(new Set(['key-1']));
  });

  it('is confirmed with the same key when the server asks for it', async () => {
    const asking = fail('CONFIRMATION_REQUIRED', {
      operation: 'pay',
      danger_level: 'destructive',
      confirmation_token: 't',
      expires_at: '2026-01-01T00:05:00Z',
    });
    const { client, sent } = createScripted([lost, asking, done], { confirm: () => true });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent.map(keyOf)).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('stays in doubt when the person denies the repetition', async () => {
    const asking = fail('CONFIRMATION_REQUIRED', {
      operation: 'pay',
      danger_level: 'destructive',
      confirmation_token: 't',
      expires_at: '2026-01-01T00:05:00Z',
    });
    const { client } = createScripted([lost, asking], { confirm: () => false });
    const recovered = await client.recover(call);
    expect(recovered).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
    expect(recovered.result).toMatchObject({ structuredContent: { effect: 'unknown' } });
  });

  it('is not sent to a server that turns out to honour no keys after a new connection', async () => {
    const closed = { thrown: Object.assign(new Error('Connection closed'), { code: 'CONNECTION_CLOSED' }) };
    const other = createScripted([done], {}, { announced: false });
    const { client } = createScripted([closed], { reconnect: () => other.raw });
    expect((await client.recover(call)).end).toBe('in_doubt');
    expect(other.sent).toEqual([]);
  });
});

describe('an effect that is known', () => {
  it.each(['partial', 'applied'] as const)('(%s) is handed over with its failure, and not repeated', async (effect) => {
    const { client, sent } = createScripted([fail('UPSTREAM_UNAVAILABLE', {}, { effect }), done]);
    expect(await client.recover(call)).toMatchObject({ end: 'handed_over', failure: { effect } });
    expect(sent).toHaveLength(1);
  });
});

describe('fix_input', () => {
  const problems = (...list: readonly object[]) =>
    fail('VALIDATION_INVALID_VALUE', { param_name: 'x', problems: list } as never);

  it.each([
    ['a number in a text', { n: '5' }, { path: '/n', keyword: 'type', suggestion: 5 }, { n: 5 }],
    ['an object in a text', { o: '{"a":1}' }, { path: '/o', keyword: 'type', suggestion: { a: 1 } }, { o: { a: 1 } }],
    [
      'a misspelt name',
      { titel: 'T' },
      { path: '', keyword: 'additionalProperties', params: { additionalProperty: 'titel' }, suggestion: 'title' },
      { title: 'T' },
    ],
    [
      'a misspelt value',
      { state: 'closd' },
      { path: '/state', keyword: 'enum', expected: ['open', 'closed'], suggestion: 'closed' },
      { state: 'closed' },
    ],
  ])('corrects %s', async (_, args, problem, corrected) => {
    const { client, sent } = createScripted([problems({ message: '', ...problem }), done]);
    expect((await client.recover({ name: 'pay', arguments: args })).end).toBe('succeeded');
    expect(sent[1]?.arguments).toEqual(corrected);
  });

  it.each([
    ['another number', { n: '5' }, { path: '/n', keyword: 'type', suggestion: 5000 }],
    ['a type for what was not sent', {}, { path: '/n', keyword: 'type', suggestion: 5 }],
    [
      'a value that is not near',
      { state: 'draft' },
      { path: '/state', keyword: 'enum', expected: ['gone'], suggestion: 'gone' },
    ],
    [
      'one of two values that are near',
      { state: 'clos' },
      { path: '/state', keyword: 'enum', expected: ['close', 'closed'], suggestion: 'closed' },
    ],
    [
      'a name that is not near',
      { note: 'T' },
      { path: '', keyword: 'additionalProperties', params: { additionalProperty: 'note' }, suggestion: 'password' },
    ],
    [
      'to leave an argument of a write out',
      { note: 'T' },
      { path: '', keyword: 'additionalProperties', params: { additionalProperty: 'note' } },
    ],
    ['what only the model can know', {}, { path: '', keyword: 'required', params: { missingProperty: 'id' } }],
    [
      'a prototype',
      { proto: 'T' },
      { path: '', keyword: 'additionalProperties', params: { additionalProperty: 'proto' }, suggestion: '__proto__' },
    ],
  ])('is not talked into %s', async (_, args, problem) => {
    const { client, sent } = createScripted([problems({ message: '', ...problem }), done]);
    expect((await client.recover({ name: 'pay', arguments: args })).end).toBe('handed_over');
    expect(sent).toHaveLength(1);
  });

  it('leaves an unknown argument of a read out', async () => {
    const unknown = {
      message: '',
      path: '',
      keyword: 'additionalProperties',
      params: { additionalProperty: 'verbose' },
    };
    const { client, sent } = createScripted([problems(unknown), done], {}, { tools: { pay: true } });
    expect((await client.recover({ name: 'pay', arguments: { id: 1, verbose: true } })).end).toBe('succeeded');
    expect(sent[1]?.arguments).toEqual({ id: 1 });
  });

  it('stops when the corrected call is refused for the same again', async () => {
    const { client, sent } = createScripted(
      ({ arguments: args }) =>
        problems({ message: '', path: '/n', keyword: 'type', suggestion: typeof args?.['n'] === 'string' ? 5 : '5' }),
      { budget: { attempts: 50 } },
    );
    expect((await client.recover({ name: 'pay', arguments: { n: '5' } })).end).toBe('gave_up_loop');
    expect(sent).toHaveLength(3);
  });
});

describe('discover and change_state', () => {
  const open = { tool: 'open_account', arguments: { bank: 'x' }, why: 'There is none yet.' };
  const closed = fail('CONFLICT_ALREADY_EXISTS', {}, { recovery: 'change_state', next_actions: [open] });
  const stale = fail('CONFLICT_VERSION_MISMATCH', {}, { next_actions: [{ ...open, tool: 'read_account' }] });

  it('changes the state and makes the call again, where the caller allows it', async () => {
    const { client, sent } = createScripted([closed, done, done], { allow: ['open_account'] });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent.map(({ name }) => name)).toEqual(['pay', 'open_account', 'pay']);
    expect(keyOf(sent[1])).toBe('key-2');
  });

  it('makes none of the calls where the caller does not allow every one', async () => {
    const both = fail(
      'CONFLICT_ALREADY_EXISTS',
      {},
      { recovery: 'change_state', next_actions: [open, { ...open, tool: 'rob' }] },
    );
    const server = { tools: { rob: true, open_account: true } };
    const { client, sent } = createScripted([both, done], { allow: ['open_account'] }, server);
    expect((await client.recover(call)).end).toBe('handed_over');
    expect(sent).toHaveLength(1);
  });

  it('looks up what a failure points to and hands both over', async () => {
    const { client, sent } = createScripted([stale, succeed({ version: 9 })], { allow: ['read_account'] });
    const recovered = await client.recover(call);
    expect(recovered.end).toBe('handed_over');
    expect(sent.map(({ name }) => name)).toEqual(['pay', 'read_account']);
    expect(recovered.result).toMatchObject({
      isError: true,
      content: [{}, { text: expect.stringContaining('"version":9') }],
    });
  });

  it('calls the one tool of nearly that name, where the caller allows it', async () => {
    const unknown = fail('NOT_FOUND_OPERATION', { operation: 'pya' }, { similar: [{ ref: 'pay', role: 'tool' }] });
    const allowed = createScripted([unknown, done], { allow: ['pay'] });
    expect((await allowed.client.recover({ ...call, name: 'pya' })).end).toBe('succeeded');
    expect(allowed.sent.map(({ name }) => name)).toEqual(['pya', 'pay']);
    const refused = createScripted([unknown, done]);
    expect((await refused.client.recover({ ...call, name: 'pya' })).end).toBe('handed_over');
  });

  it.each([
    ['raed_bill', ['read_bill', 'reopen_bill'], ['raed_bill', 'read_bill']],
    ['reed_bill', ['read_bill', 'feed_bill'], ['reed_bill']],
    ['rd_bill', ['read_bill', 'reopen_bill'], ['rd_bill']],
  ])('of several similar tools calls for %s the only one that is a single slip away (%j)', async (name, near, made) => {
    const similar = near.map((ref) => ({ ref, role: 'tool' }));
    const unknown = fail('NOT_FOUND_OPERATION', { operation: name }, { similar });
    const { client, sent } = createScripted([unknown, done], { allow: near });
    await client.recover({ ...call, name });
    expect(sent.map(({ name }) => name)).toEqual(made);
  });
});

describe('authorize and report', () => {
  it('stop, and say what to tell a person', async () => {
    const { client, sent } = createScripted([fail('PERMISSION_DENIED', { required_scope: 'repo' })]);
    const recovered = await client.recover(call);
    expect(recovered).toMatchObject({ end: 'needs_person', why: "Ask the owner of the credentials to grant 'repo'." });
    expect(sent).toHaveLength(1);
  });
});

describe('the health of a server', () => {
  it('opens the circuit after faults in a row, and tries again after a rest', async () => {
    const script = [unavailable('none'), unavailable('none'), unavailable('none'), done];
    const rests = createScripted(script, { budget: { attempts: 1 } });
    const health = createServerHealth({ faults: 3, openMs: 1000, now: rests.clock.now });
    const shared = createScripted(script, { health, budget: { attempts: 1 }, now: rests.clock.now });
    for (let times = 0; times < 3; times += 1) await shared.client.recover(call);
    const refused = await shared.client.recover(call);
    expect(refused).toMatchObject({ end: 'gave_up_server', failure: { code: 'CIRCUIT_OPEN', retry_after_ms: 1000 } });
    expect(shared.sent).toHaveLength(3);
    rests.clock.advance(1000);
    expect((await shared.client.recover(call)).end).toBe('succeeded');
    expect((await shared.client.recover(call)).end).toBe('succeeded');
  });

  it('does not open it for a limit of calls', async () => {
    const health = createServerHealth({ faults: 2 });
    const { client, sent } = createScripted([fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 999 })], { health });
    for (let times = 0; times < 5; times += 1) await client.recover(call);
    expect(sent).toHaveLength(5);
  });

  it('grants a server only so many repetitions, over all calls', async () => {
    const health = createServerHealth({ faults: 1000, retries: 4 });
    const { client, sent } = createScripted([unavailable('none')], { health });
    const ends = [];
    for (let times = 0; times < 3; times += 1) ends.push((await client.recover(call)).end);
    expect(ends).toEqual(['gave_up_attempts', 'gave_up_server', 'gave_up_server']);
    expect(sent).toHaveLength(4 + 2 + 1);
  });
});

describe('what is not the server’s fault', () => {
  const closed = { thrown: Object.assign(new Error('Connection closed'), { code: 'CONNECTION_CLOSED' }) };

  it('a connection that does not come back at once: it is tried again, and the call goes out once', async () => {
    const restarted = createScripted([done]);
    let times = 0;
    const reconnect = () => {
      times += 1;
      if (times < 3) throw new Error('still starting');
      return restarted.raw as never;
    };
    const { client, sent } = createScripted([closed], { reconnect });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect([...sent, ...restarted.sent].map(keyOf)).toEqual(['key-1', 'key-1']);
  });

  it('a watcher or a rule of the caller that throws: the call ends as it would', async () => {
    const open = { tool: 'open_account', arguments: {}, why: '' };
    const closedAccount = fail('CONFLICT_ALREADY_EXISTS', {}, { recovery: 'change_state', next_actions: [open] });
    const throws = (): never => {
      throw new Error('a bug');
    };
    const { client, sent } = createScripted([closedAccount, done], { onStep: throws, allow: throws });
    expect((await client.recover(call)).end).toBe('handed_over');
    expect(sent).toHaveLength(1);
  });

  it('a store that cannot write a key down: nothing is sent', async () => {
    const full = new Error('no space');
    const keys = { ...createMemoryKeys(), durable: true, mayHold: false, add: () => Promise.reject(full) };
    const { client, sent } = createScripted([done], { keys });
    expect(await client.recover(call)).toMatchObject({ end: 'needs_person', calls: 0, thrown: full });
    expect(sent).toEqual([]);
  });

  it('a store that cannot forget a key: the call has ended as it has', async () => {
    const remove = () => Promise.reject(new Error('no space'));
    const keys = { ...createMemoryKeys(), durable: true, mayHold: false, remove };
    const { client } = createScripted([done, unavailable('none')], { keys, budget: { attempts: 1 } });
    expect((await client.recover(call)).end).toBe('succeeded');
    expect((await client.recover(call)).end).toBe('gave_up_attempts');
  });
});

describe('a call that is taken back', () => {
  it('before it is made is not sent', async () => {
    const { client, sent } = createScripted([done]);
    const signal = AbortSignal.abort(new Error('too late'));
    expect(await client.recover(call, { signal })).toMatchObject({ end: 'cancelled', calls: 0, thrown: signal.reason });
    expect(sent).toEqual([]);
  });

  it('ends at once, and is not repeated', async () => {
    const abort = new AbortController();
    const { client, sent } = createScripted(() => {
      abort.abort();
      return unavailable('none');
    });
    expect((await client.recover(call, { signal: abort.signal })).end).toBe('cancelled');
    expect(sent).toHaveLength(1);
  });

  it('ends in doubt when it may have taken effect, and the next equal call has its key', async () => {
    const abort = new AbortController();
    const { client, sent } = createScripted((_, index) => {
      abort.abort();
      return index === 0 ? lost : done;
    });
    expect((await client.recover(call, { signal: abort.signal })).end).toBe('in_doubt');
    expect((await client.recover(call)).end).toBe('succeeded');
    expect(sent.map(keyOf)).toEqual(['key-1', 'key-1']);
  });
});

const replayedResult = (failure: Failure): object => ({
  isError: true,
  content: [{ type: 'text', text: 'stored' }],
  _meta: {
    'dev.recourse/failure': {
      ok: false,
      code: failure.code,
      error: failure.message,
      retryable: failure.retryable,
      recovery: failure.recovery,
      effect: failure.effect,
      next_actions: failure.next_actions,
      _meta: { replayed: true },
    },
  },
});
