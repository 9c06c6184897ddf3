import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import type { CallMeta } from '@recourse/engine/front-door';
import { expectFailure } from '@recourse/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeyIdentity } from './identity/create-key-identity.ts';
import { openSqlite } from './sqlite/open.ts';
import { openSqliteForTest } from './testing/open-sqlite-for-test.ts';
import type { SqliteForTest } from './testing/open-sqlite-for-test.ts';
import type { Stores } from './stores.ts';

let agent: SqliteForTest;
let operator: Stores;
beforeEach(async () => {
  agent = await openSqliteForTest();
  operator = await openSqlite({ file: agent.file }, {});
});
afterEach(async () => {
  await operator.close();
  await agent.close();
});

const input = {
  type: 'object',
  properties: { id: { type: 'integer' } },
  required: ['id'],
  additionalProperties: false,
} as const;
const serve = (stores: Stores = agent.stores) => {
  const closed: unknown[] = [];
  const close = defineTool({
    name: 'close_ticket',
    description: 'Closes a ticket.',
    input,
    operation: 'command',
    danger: 'destructive',
    errors: [],
    run: ({ arguments: { id } }) => {
      closed.push(id);
      return { closed: true };
    },
  });
  const look = defineTool({
    name: 'show_ticket',
    description: 'Shows a ticket.',
    input,
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: () => ({ open: true }),
  });
  const server = createServer({
    name: 'tickets',
    tools: [close, look],
    policy: { consent: 'person' },
    stores,
    identity: createKeyIdentity(stores.keys),
    record: { events: createEventBuffer(stores.events) },
  });
  const caller = { transport: 'stdio', local: true } as const;
  const call = (tool: string, id: number, meta: CallMeta = {}) =>
    server.call({ tool, arguments: { id }, meta, caller });
  const confirm = (confirmation_token: string) =>
    server.call({ tool: 'recourse_confirm', arguments: { confirmation_token }, caller });
  return { call, confirm, closed };
};
const tokenOf = (outcome: Awaited<ReturnType<ReturnType<typeof serve>['call']>>): string =>
  String(
    expectFailure(outcome).toBe('CONFIRMATION_REQUIRED').toMatch({ recovery: 'wait' }).failure.details?.[
      'confirmation_token'
    ],
  );

it('lets exactly the approved call through, once, after an approval from elsewhere', async () => {
  const { call, closed } = serve();
  const confirmation_token = tokenOf(await call('close_ticket', 7));
  expect(tokenOf(await call('close_ticket', 7, { confirmation_token }))).toBe(confirmation_token);
  const [pending] = await operator.approvals.list();
  expect(pending).toMatchObject({ principal: 'local', operation: 'close_ticket', arguments: { id: 7 } });
  expect(await operator.approvals.approve(pending?.id ?? '', { decided_by: 'grace', via: 'key' })).toBe('approved');
  expectFailure(await call('close_ticket', 8, { confirmation_token })).toBe('TOKEN_SCOPE_MISMATCH');
  expect(await call('close_ticket', 7, { confirmation_token })).toMatchObject({ ok: true });
  expectFailure(await call('close_ticket', 7, { confirmation_token })).toBe('TOKEN_ALREADY_USED');
  expect(closed).toEqual([7]);
});

it('lets the approved call through when it is only repeated, once, of 64 at the same moment', async () => {
  const { call, closed } = serve();
  const confirmation_token = tokenOf(await call('close_ticket', 7));
  expect(tokenOf(await call('close_ticket', 7))).toBe(confirmation_token);
  const pending = await operator.approvals.list();
  expect(pending).toHaveLength(1);
  expect(await operator.approvals.approve(pending[0]?.id ?? '', { decided_by: 'grace', via: 'key' })).toBe('approved');
  tokenOf(await call('close_ticket', 8));
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => call('close_ticket', 7)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expectFailure(await call('close_ticket', 7, { confirmation_token })).toBe('TOKEN_ALREADY_USED');
  expect(closed).toEqual([7]);
});

it('lets recourse_confirm make the approved call, once', async () => {
  const { call, confirm, closed } = serve();
  const token = tokenOf(await call('close_ticket', 7));
  expectFailure(await confirm(token))
    .toBe('CONFIRMATION_REQUIRED')
    .toMatch({ recovery: 'wait' });
  await operator.approvals.approve(token, { decided_by: 'grace', via: 'key' });
  expect(await confirm(token)).toMatchObject({ ok: true });
  expectFailure(await confirm(token)).toBe('TOKEN_ALREADY_USED');
  expect(closed).toEqual([7]);
});

it('passes the denial on to the agent', async () => {
  const { call, closed } = serve();
  const confirmation_token = tokenOf(await call('close_ticket', 7));
  await operator.approvals.deny(confirmation_token, { decided_by: 'grace', via: 'key', reason: 'not today' });
  expectFailure(await call('close_ticket', 7, { confirmation_token }))
    .toBe('CONFIRMATION_DENIED')
    .toHaveDetails({ decided_by: 'grace', reason: 'not today' });
  expectFailure(await call('close_ticket', 7)).toBe('CONFIRMATION_DENIED');
  expect(closed).toEqual([]);
});

it('replays the outcome of a call that another server has made', async () => {
  const [one, other] = [serve(), serve(operator)];
  const confirmation_token = tokenOf(await one.call('close_ticket', 7));
  await operator.approvals.approve(confirmation_token, { decided_by: 'grace', via: 'key' });
  const meta = { confirmation_token, idempotency_key: 'key-1' };
  expect(await one.call('close_ticket', 7, meta)).toMatchObject({ ok: true, value: { closed: true } });
  const repeated = await other.call('close_ticket', 7, { idempotency_key: 'key-1' });
  expect(repeated).toMatchObject({ ok: true, value: { closed: true } });
  expectFailure(await other.call('close_ticket', 8, { idempotency_key: 'key-1' })).toBe('CONFLICT_IDEMPOTENCY_KEY');
  expect([one.closed, other.closed]).toEqual([[7], []]);
});

it('fails calls that need a store which is gone, and lets others pass', async () => {
  const { call, closed } = serve();
  await agent.stores.close();
  expectFailure(await call('close_ticket', 7))
    .toBe('INTERNAL_STORE_UNAVAILABLE')
    .toMatch({ retryable: true, effect: 'none' });
  expect(await call('show_ticket', 7)).toMatchObject({ ok: true });
  expect(closed).toEqual([]);
});

it('has written the events of a call where others read them when it answers', async () => {
  const { call } = serve();
  await call('show_ticket', 7);
  expect((await operator.events.read()).map(({ type, tool }) => [type, tool])).toEqual([
    ['TOOL_CALL_STARTED', 'show_ticket'],
    ['TOOL_CALL_FINISHED', 'show_ticket'],
  ]);
});
