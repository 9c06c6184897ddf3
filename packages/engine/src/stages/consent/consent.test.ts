import { isFailure } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import type { CallMeta } from '../../call/call.ts';
import { z } from 'zod';
import { createServer } from '../../server/create-server.ts';
import type { ConsentGrade } from '../../settings/settings.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { createTickets, request, ticketCodes } from '../../testing/tickets.ts';
import type { Ledger } from '../../testing/tickets.ts';
import { createMemoryState } from '../admit/memory-admissions.ts';
import type { Tokens } from './tokens.ts';

const minute = 60_000;

/** A server whose store counts how often it is asked. */
const serve = (consent: ConsentGrade) => {
  const ledger: Ledger = { done: [] };
  const clock = { time: Date.parse('2026-01-28T12:00:00Z') };
  const { tokens: memory, admissions } = createMemoryState({ now: () => clock.time });
  const asked: string[] = [];
  const tokens: Tokens = {
    transaction: memory.transaction,
    holds: true,
    ask: (given) => (asked.push('ask'), memory.ask(given)),
    held: (token) => memory.held(token),
    expiryOf: (token) => memory.expiryOf(token),
  };
  const admit: typeof admissions.admit = (given) => (asked.push('admit'), admissions.admit(given));
  const { findTicket, closeTicket } = createTickets(ledger);
  const server = createServer({
    name: 'tickets',
    tools: [findTicket, closeTicket],
    codes: ticketCodes,
    policy: { consent, confirmationMs: minute },
    stores: { tokens, admissions: { ...admissions, admit } },
    now: () => clock.time,
  });
  const close = (id: number, meta: CallMeta = {}) => server.call(request('close_ticket', { id }, { meta }));
  const confirm = (confirmation_token: string) => server.call(request('recourse_confirm', { confirmation_token }));
  return { server, close, confirm, ledger, clock, memory, asked };
};

const failureOf = (outcome: Outcome): Failure => {
  if (!isFailure(outcome)) throw new Error(`A failure was expected: ${JSON.stringify(outcome)}`);
  return outcome;
};
const tokenOf = (outcome: Outcome): string => {
  const { code, details } = failureOf(outcome);
  expect(code).toBe('CONFIRMATION_REQUIRED');
  return String(details?.['confirmation_token']);
};

describe('where a person must approve', () => {
  it('answers a repeated call with the same token, and one with other arguments with another', async () => {
    const { close, memory } = serve('person');
    const first = failureOf(await close(7));
    expect(first.recovery).toBe('wait');
    const again = failureOf(await close(7));
    expect(again).toMatchObject({ code: 'CONFIRMATION_REQUIRED', recovery: 'wait', details: first.details });
    expect(tokenOf(await close(8))).not.toBe(tokenOf(first));
    expect(memory.entries()).toHaveLength(2);
  });

  it('makes the approved call once when it is repeated, and then asks again', async () => {
    const { close, memory, ledger } = serve('person');
    const token = tokenOf(await close(7));
    memory.approve(token);
    tokenOf(await close(8));
    expect(await close(7)).toMatchObject({ ok: true });
    expect(tokenOf(await close(7))).not.toBe(token);
    expect(failureOf(await close(7, { confirmation_token: token })).code).toBe('TOKEN_ALREADY_USED');
    expect(ledger.done).toEqual(['close 7']);
  });

  it('makes the approved call once, in any order: the call, its token or recourse_confirm', async () => {
    const { close, confirm, memory, ledger } = serve('person');
    const confirmation_token = tokenOf(await close(7));
    memory.approve(confirmation_token);
    const outcomes = await Promise.all([close(7, { confirmation_token }), confirm(confirmation_token), close(7)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(ledger.done).toEqual(['close 7']);
  });

  it('passes a denial on to a repeated call until the token would have expired', async () => {
    const { close, memory, clock, ledger } = serve('person');
    memory.deny(tokenOf(await close(7)), { decided_by: 'grace', reason: 'not today' });
    clock.time += minute - 1;
    expect(failureOf(await close(7))).toMatchObject({
      code: 'CONFIRMATION_DENIED',
      details: { operation: 'close_ticket', decided_by: 'grace', reason: 'not today' },
    });
    clock.time += 1;
    tokenOf(await close(7));
    expect(ledger.done).toEqual([]);
  });
});

describe.each(['any', 'client'] as const)('where the consent of %s is enough', (grade) => {
  it('refuses a call without its token', async () => {
    const { close, ledger } = serve(grade);
    const token = tokenOf(await close(7));
    expect(tokenOf(await close(7))).not.toBe(token);
    expect(ledger.done).toEqual([]);
  });

  it('lets a repeated call pass once when a person has approved it', async () => {
    const { close, memory, ledger } = serve(grade);
    memory.approve(tokenOf(await close(7)));
    expect(await close(7)).toMatchObject({ ok: true });
    tokenOf(await close(7));
    expect(ledger.done).toEqual(['close 7']);
  });
});

it('recommends no token where only the dialogue of the client counts', async () => {
  const { close } = serve('client');
  const first = failureOf(await close(7));
  const second = failureOf(await close(7, { confirmation_token: tokenOf(first) }));
  for (const failure of [first, second]) {
    expect(failure).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      hint: expect.stringContaining('dialogue') as unknown,
    });
    expect(failure.next_actions).toBeUndefined();
    expect(failure.hint).not.toContain('confirm with the token');
  }
  expect([first.recovery, second.recovery]).toEqual(['confirm', 'wait']);
});

it('asks the store once for each call that must be asked about, and never for any other', async () => {
  const { server, close, asked } = serve('any');
  await server.call(request('find_ticket', { id: 7 }));
  expect(asked).toEqual([]);
  const confirmation_token = tokenOf(await close(7));
  expect(asked).toEqual(['admit', 'ask']);
  await close(7, { confirmation_token });
  expect(asked).toEqual(['admit', 'ask', 'admit']);
});

describe('a confirmed call that had no effect', () => {
  it('does not ask again: the same token is good until it expires, five times more', async () => {
    const clock = { time: Date.parse('2026-01-28T12:00:00Z') };
    let isDown = true;
    const server = createServer({
      name: 'shop',
      now: () => clock.time,
      policy: { confirmationMs: minute },
      tools: [
        defineTool({
          name: 'erase',
          description: 'Erases.',
          input: z.strictObject({}),
          operation: 'command',
          danger: 'destructive',
          errors: ['UPSTREAM_UNAVAILABLE'],
          run: ({ fail }) => (isDown ? fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' }) : { erased: true }),
        }),
      ],
    });
    const call = (meta: CallMeta = {}) =>
      server.call({ tool: 'erase', arguments: {}, meta, caller: { transport: 'in-process', local: true } });
    const asked = failureOf(await call());
    const confirmation_token = String(asked.details?.['confirmation_token']);
    for (let times = 0; times <= 5; times += 1)
      expect(failureOf(await call({ confirmation_token })).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(failureOf(await call({ confirmation_token })).code).toBe('TOKEN_ALREADY_USED');
    const again = String(failureOf(await call()).details?.['confirmation_token']);
    expect(failureOf(await call({ confirmation_token: again })).code).toBe('UPSTREAM_UNAVAILABLE');
    isDown = false;
    expect(await call({ confirmation_token: again })).toMatchObject({ ok: true });
    expect(failureOf(await call({ confirmation_token: again })).code).toBe('TOKEN_ALREADY_USED');
  });
});

it('refuses tokens and admissions that cannot share a transaction', () => {
  const { tokens } = createMemoryState();
  const { admissions } = createMemoryState();
  expect(() => createServer({ name: 's', tools: [], stores: { tokens, admissions } })).toThrow(
    /cannot share a transaction/,
  );
});
