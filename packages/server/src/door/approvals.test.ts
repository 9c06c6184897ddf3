import type { ServerOptions } from '@recourse/engine';
import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import { afterEach, describe, expect, it } from 'vitest';
import { openHttp } from '../testing/open-http.ts';
import { createTickets } from '../testing/tickets.ts';
import type { ApprovalDecision, ApprovalDesk, ApprovalResult } from '../wire/rest/approval-desk.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

const waiting = {
  id: '7-3f9a0c',
  principal: 'ann',
  operation: 'close_ticket',
  reasons: ['A closed ticket cannot be opened again'],
  arguments: { id: 7, pin: '[redacted]' },
  issued_at: 0,
  expires_at: 60_000,
  timeLeftMs: 60_000,
};

const open = async (result: ApprovalResult = 'approved', withDesk = true) => {
  const decisions: (readonly [string, string, ApprovalDecision])[] = [];
  const decide = (verb: string) => async (id: string, decision: ApprovalDecision) => {
    decisions.push([verb, id, decision]);
    return result;
  };
  const approvals: ApprovalDesk = {
    list: async () => [waiting],
    find: async (id) => (id === waiting.id ? waiting : undefined),
    approve: decide('approve'),
    deny: decide('deny'),
  };
  const identity: ServerOptions['identity'] = {
    identify: ({ key, local }) => {
      if (key === 'approver') return { id: 'alice', trust: 'validated', role: 'approver', tools: [] };
      if (key === 'caller') return { id: 'ann', trust: 'certified' };
      return local && key === undefined ? { id: 'local', trust: 'validated' } : undefined;
    },
    hasKeys: () => Promise.resolve(false),
  };
  const sink = createMemorySink();
  const events = createEventBuffer(sink);
  const tickets = createTickets({ identity, record: { events } });
  const http = await openHttp(tickets.server, { anonymous: 'loopback', ...(withDesk && { approvals }) });
  opened.push(http);
  const ask = (method: string, path: string, key?: string, body?: unknown) =>
    http.ask({
      method,
      path,
      ...(body !== undefined && { body }),
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    });
  const recorded = async () => {
    await events.flush();
    return sink.take().filter(({ tool }) => tool === 'approvals');
  };
  // A refusal is recorded once the pipeline is loaded, which the first call does.
  await tickets.server.call({ tool: 'warm_up', arguments: {}, caller: { transport: 'in-process', local: true } });
  return { ask, decisions, tickets, recorded };
};

describe('/approvals', () => {
  it('lists and shows waiting calls to an approver', async () => {
    const { ask } = await open();
    expect(await ask('GET', '/approvals', 'approver')).toMatchObject({ status: 200, json: { approvals: [waiting] } });
    expect(await ask('GET', `/approvals/${waiting.id}`, 'approver')).toMatchObject({ status: 200, json: waiting });
    expect(await ask('GET', '/approvals/8-3f9a0c', 'approver')).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND_RESOURCE' },
    });
  });

  it('decides with the principal of the key, and takes a note and a reason as data', async () => {
    const { ask, decisions } = await open();
    const approved = await ask('POST', `/approvals/${waiting.id}/approve`, 'approver', { note: 'looked at it' });
    expect(approved).toMatchObject({
      status: 200,
      json: { ok: true, id: waiting.id, result: 'approved', decided_by: 'alice', note: 'looked at it' },
    });
    await ask('POST', `/approvals/${waiting.id}/approve`, 'approver');
    await ask('POST', `/approvals/${waiting.id}/deny`, 'approver', { reason: 'not today' });
    expect(decisions).toEqual([
      ['approve', waiting.id, { decided_by: 'alice', via: 'key', note: 'looked at it' }],
      ['approve', waiting.id, { decided_by: 'alice', via: 'key' }],
      ['deny', waiting.id, { decided_by: 'alice', via: 'key', reason: 'not today' }],
    ]);
  });

  it.each([
    [undefined, 401, 'a key is needed'],
    ['unknown', 401, 'the key is unknown'],
    ['caller', 403, 'this key does not belong to an approver'],
  ])('refuses a request with the key %s, local ones too, and records it', async (key, status, reason) => {
    const { ask, decisions, recorded } = await open();
    for (const [method, path] of [
      ['GET', '/approvals'],
      ['GET', `/approvals/${waiting.id}`],
      ['POST', `/approvals/${waiting.id}/approve`],
      ['POST', `/approvals/${waiting.id}/deny`],
    ] as const) {
      expect(await ask(method, path, key)).toMatchObject({
        status,
        json: { code: 'PERMISSION_DENIED', details: { reason } },
      });
    }
    expect(decisions).toEqual([]);
    expect(await recorded()).toMatchObject(
      Array.from({ length: 4 }, () => ({ tool: 'approvals', code: 'PERMISSION_DENIED' })),
    );
  });

  it.each([
    ['own', 403, 'PERMISSION_DENIED'],
    ['unknown', 404, 'NOT_FOUND_RESOURCE'],
    ['decided', 409, 'CONFLICT_VERSION_MISMATCH'],
    ['used', 409, 'CONFLICT_VERSION_MISMATCH'],
    ['expired', 409, 'CONFLICT_VERSION_MISMATCH'],
  ] as const)('answers a decision that ends as %s with %i %s', async (result, status, code) => {
    const { ask } = await open(result);
    expect(await ask('POST', `/approvals/${waiting.id}/approve`, 'approver')).toMatchObject({ status, json: { code } });
  });

  it.each([
    ['{'],
    ['[]'],
    ['{"by":"bob"}'],
    ['{"note":""}'],
    ['{"note":7}'],
    ['{"note":"a\\u202eb"}'],
    ['{"reason":"no"}'],
  ])('refuses the body %s of an approval', async (body) => {
    const { ask, decisions } = await open();
    expect(await ask('POST', `/approvals/${waiting.id}/approve`, 'approver', body)).toMatchObject({
      status: 400,
      json: { code: 'VALIDATION_MALFORMED_REQUEST' },
    });
    expect(decisions).toEqual([]);
  });

  it('refuses other methods, paths and hosts', async () => {
    const { ask } = await open();
    expect(await ask('POST', '/approvals', 'approver')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
    expect(await ask('GET', `/approvals/${waiting.id}/deny`, 'approver')).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
    });
    expect(await ask('GET', '/approvals/..%2f', 'approver')).toMatchObject({ status: 404 });
    expect(await ask('POST', `/approvals/${waiting.id}/erase`, 'approver')).toMatchObject({ status: 404 });
    expect(await (await open('approved', false)).ask('GET', '/approvals', 'approver')).toMatchObject({ status: 404 });
  });
});

describe('the key of an approver', () => {
  it('can call no tool, whatever it is', async () => {
    const { ask, tickets } = await open();
    const names = [...(await tickets.server.listTools()).map(({ name }) => name), 'no_such_tool'];
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      expect(await ask('POST', `/tickets/tools/${name}`, 'approver', {})).toMatchObject({
        status: 403,
        json: { code: 'PERMISSION_DENIED', details: { reason: 'this key can only approve calls, not make them' } },
      });
    }
  });
});
