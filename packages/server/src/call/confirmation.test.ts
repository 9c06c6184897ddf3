import type { ServerOptions } from '@recourse/engine';
import { expectFailure, linkClient } from '@recourse/testkit';
import type { Linked, LinkOptions } from '@recourse/testkit';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTickets } from '../testing/tickets.ts';

type Elicit = NonNullable<LinkOptions['elicit']>;

const yes = { action: 'accept' as const, content: { confirm: true } };

describe.each(['session', '2026-07-28'] as const)('a call that needs a confirmation (%s)', (protocol) => {
  const open = async (answer: ReturnType<Elicit> | undefined, options: Partial<ServerOptions> = {}) => {
    const tickets = createTickets(options);
    const elicit = vi.fn<Elicit>(async () => (await answer) ?? yes);
    const linked = await linkClient(tickets.server, { protocol, ...(answer && { elicit }) });
    return { ...tickets, ...linked, elicit };
  };

  it('is made once the user says yes', async () => {
    const { callTool, done, elicit, close } = await open(yes);
    expect((await callTool('close_ticket', { id: 7 })).structuredContent).toMatchObject({ ok: true, closed: true });
    expect(done).toEqual(['close 7']);
    expect(elicit.mock.calls).toHaveLength(1);
    expect(elicit.mock.calls[0]?.[0]).toMatchObject({
      message: 'Close ticket 7?\nA closed ticket cannot be opened again',
      requestedSchema: { required: ['confirm'] },
    });
    await close();
  });

  it.each([
    ['says no', { action: 'accept', content: { confirm: false } }, 'the user said no'],
    ['says nothing', { action: 'accept', content: {} }, 'the user said no'],
    ['declines', { action: 'decline' }, 'the user said no'],
    ['closes the dialogue', { action: 'cancel' }, 'the user closed the dialogue'],
  ] as const)('is not made when the user %s', async (_, answer, reason) => {
    const log = vi.fn<(line: object) => void>();
    const { callTool, done, close } = await open(answer, { record: { logger: { log } } });
    expectFailure(await callTool('close_ticket', { id: 7 }))
      .toBe('CONFIRMATION_DENIED')
      .toHaveDetails({ operation: 'close_ticket', reason })
      .toMatch({ effect: 'none' });
    expect(done).toEqual([]);
    expect(log.mock.calls.map(([line]) => line)).toMatchObject([
      { code: 'CONFIRMATION_REQUIRED' },
      { code: 'CONFIRMATION_DENIED', tool: 'close_ticket' },
    ]);
    await close();
  });

  it('hands the token to a caller that can show no dialogue', async () => {
    const { callTool, done, close } = await open(undefined);
    const { failure } = expectFailure(await callTool('close_ticket', { id: 7 })).toBe('CONFIRMATION_REQUIRED');
    expect(done).toEqual([]);
    const [action] = failure.next_actions ?? [];
    expect((await callTool(action?.tool ?? '', action?.arguments)).structuredContent).toMatchObject({ closed: true });
    expect(done).toEqual(['close 7']);
    await close();
  });

  it('takes the token of a repeated call from _meta', async () => {
    const { callTool, done, close } = await open(undefined);
    const { failure } = expectFailure(await callTool('close_ticket', { id: 7 }));
    const confirmationToken = z.string().parse(failure.details?.['confirmation_token']);
    expectFailure(await callTool('close_ticket', { id: 8 }, { confirmationToken })).toBe('TOKEN_SCOPE_MISMATCH');
    expect(await callTool('close_ticket', { id: 7 }, { confirmationToken })).not.toHaveProperty('isError');
    expect(done).toEqual(['close 7']);
    await close();
  });

  it('is asked about when a quota pauses', async () => {
    const { callTool, done, elicit, close } = await open(yes);
    await callTool('note_ticket', { id: 7, text: 'one' });
    expect(elicit).not.toHaveBeenCalled();
    await callTool('note_ticket', { id: 7, text: 'two' });
    expect(elicit.mock.calls[0]?.[0].message).toBe(
      "notes_per_minute is 2; calls are paused above 1. Continue with 'note_ticket'?",
    );
    // The grant is valid until the window ends.
    await callTool('note_ticket', { id: 7, text: 'three' });
    expect(elicit).toHaveBeenCalledTimes(1);
    expect(done).toEqual(['note 7 one', 'note 7 two', 'note 7 three']);
    await close();
  });

  it("counts as the client's own dialogue, if the policy requires one", async () => {
    const { callTool, done, close } = await open(yes, { policy: { consent: 'client' } });
    expect(await callTool('close_ticket', { id: 7 })).not.toHaveProperty('isError');
    expect(done).toEqual(['close 7']);
    await close();
  });

  it('does not take a claim of consent from _meta', async () => {
    const { callTool, done, close } = await open(undefined, { policy: { consent: 'client' } });
    const { failure } = expectFailure(await callTool('close_ticket', { id: 7 }));
    const confirmationToken = z.string().parse(failure.details?.['confirmation_token']);
    const meta = { consent_source: 'client', 'dev.recourse/consent_source': 'client' };
    expectFailure(await callTool('close_ticket', { id: 7 }, { confirmationToken, meta }))
      .toBe('CONFIRMATION_REQUIRED')
      .toMatch({ recovery: 'wait' });
    expect(done).toEqual([]);
    await close();
  });

  it('bothers no user where only an approval elsewhere counts', async () => {
    const { callTool, elicit, close } = await open(yes, { policy: { consent: 'person' } });
    expectFailure(await callTool('close_ticket', { id: 7 }))
      .toBe('CONFIRMATION_REQUIRED')
      .toMatch({ recovery: 'wait' });
    expect(elicit).not.toHaveBeenCalled();
    await close();
  });

  it('says that the token has expired when the user took too long', async () => {
    const tickets = createTickets();
    const elicit = () => {
      tickets.clock.advance(10 * 60 * 1000);
      return yes;
    };
    const { callTool, close } = await linkClient(tickets.server, { protocol, elicit });
    expectFailure(await callTool('close_ticket', { id: 7 })).toBe('TOKEN_EXPIRED');
    expect(tickets.done).toEqual([]);
    await close();
  });

  it('asks for each call on its own', async () => {
    const { callTool, done, elicit, close } = await open(yes);
    await Promise.all([1, 2, 3].map((id) => callTool('close_ticket', { id })));
    expect(elicit).toHaveBeenCalledTimes(3);
    expect([...done].sort()).toEqual(['close 1', 'close 2', 'close 3']);
    await close();
  });
});

it('is denied when the dialogue of a session breaks', async () => {
  const { server, done } = createTickets();
  const elicit = () => Promise.reject(new Error('no screen'));
  const { callTool, close } = await linkClient(server, { elicit });
  expectFailure(await callTool('close_ticket', { id: 7 }))
    .toBe('CONFIRMATION_DENIED')
    .toHaveDetails({ reason: 'the dialogue could not be shown' });
  expect(done).toEqual([]);
  await close();
});

describe('the state that travels through a client', () => {
  /** Changes what the client sends back with its user's answer. */
  const tamper = ({ client }: Linked, change: (params: Record<string, unknown>) => object): void => {
    const { transport } = client;
    if (!transport) throw new Error('not connected');
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const params = 'params' in message ? message.params : undefined;
      const changed =
        params && 'requestState' in params ? { ...message, params: { ...params, ...change(params) } } : message;
      return send(changed, options);
    };
  };

  const elicit = () => yes;
  const forged = Buffer.from('{"p":{"token":"conf_x"}}').toString('base64url');

  it.each<[string, (params: Record<string, unknown>) => object]>([
    ['is forged', () => ({ requestState: `v1.${forged}.${forged}` })],
    ['is no state at all', () => ({ requestState: 'yes please' })],
    ['belongs to a call with other arguments', () => ({ arguments: { id: 8 } })],
    ['belongs to another tool', () => ({ name: 'note_ticket', arguments: { id: 7, text: '' } })],
  ])('confirms nothing when it %s', async (_, change) => {
    const log = vi.fn<(line: object) => void>();
    const { server, done } = createTickets({ record: { logger: { log } } });
    const linked = await linkClient(server, { protocol: '2026-07-28', elicit });
    tamper(linked, change);
    await expect(linked.callTool('close_ticket', { id: 7 })).rejects.toMatchObject({ code: -32602 });
    expect(done).toEqual([]);
    expect(log.mock.lastCall?.[0]).toMatchObject({ code: 'TOKEN_INVALID' });
    await linked.close();
  });

  it('confirms one call, and no second', async () => {
    const { server, done } = createTickets();
    const linked = await linkClient(server, { protocol: '2026-07-28', elicit });
    let first: Record<string, unknown> | undefined;
    tamper(linked, (params) => (first ??= params));
    await linked.callTool('close_ticket', { id: 7 });
    expectFailure(await linked.callTool('close_ticket', { id: 7 })).toBe('TOKEN_ALREADY_USED');
    expect(done).toEqual(['close 7']);
    await linked.close();
  });

  it('leads to the question again when no answer comes with it', async () => {
    const { server, done } = createTickets();
    const linked = await linkClient(server, { protocol: '2026-07-28', elicit });
    let left = 1;
    tamper(linked, () => (left-- > 0 ? { inputResponses: {} } : {}));
    expect(await linked.callTool('close_ticket', { id: 7 })).not.toHaveProperty('isError');
    expect(done).toEqual(['close 7']);
    await linked.close();
  });
});
