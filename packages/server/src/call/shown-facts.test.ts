import { createServer, defineTool } from '@recourse/engine';
import type { ServerOptions } from '@recourse/engine';
import { expectFailure, linkClient } from '@recourse/testkit';
import type { LinkOptions } from '@recourse/testkit';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openHttp } from '../testing/open-http.ts';

type Elicit = NonNullable<LinkOptions['elicit']>;

/** A server with one tool that deletes a branch, and a head that can move. */
const createBranches = (options: Partial<ServerOptions> = {}) => {
  const branch = { head: 'aaa111', deleted: [] as unknown[] };
  const deleteBranch = defineTool({
    name: 'delete_branch',
    description: 'Deletes a branch.',
    input: z.strictObject({ name: z.string() }),
    operation: 'command',
    danger: 'destructive',
    errors: [],
    confirmation: { message: 'Delete {name}?', shown: () => ({ head: branch.head }) },
    run: ({ shown }) => {
      branch.deleted.push(shown?.['head']);
      return { deleted: true };
    },
  });
  return { branch, server: createServer({ name: 'branches', tools: [deleteBranch], ...options }) };
};

describe.each(['session', '2026-07-28'] as const)('the facts of a question (%s)', (protocol) => {
  it('are stated in the dialogue, and asked about again if they changed while the user read it', async () => {
    const { branch, server } = createBranches({ policy: { consent: 'client' } });
    const messages: string[] = [];
    const elicit = vi.fn<Elicit>(async ({ message }) => {
      messages.push(message.split('\n')[0] ?? '');
      if (messages.length === 1) branch.head = 'bbb222';
      return { action: 'accept', content: { confirm: true } };
    });
    const { callTool, close } = await linkClient(server, { protocol, elicit });
    expect((await callTool('delete_branch', { name: 'x' })).structuredContent).toMatchObject({ deleted: true });
    expect(messages).toEqual([
      'Delete x? head: aaa111.',
      'Changed since the last question: head was aaa111 and is now bbb222. Delete x? head: bbb222.',
    ]);
    expect(branch.deleted).toEqual(['bbb222']);
    await close();
  });

  it('end the call if the user says no to what has changed', async () => {
    const { branch, server } = createBranches();
    const elicit = vi.fn<Elicit>(async ({ message }) => {
      branch.head = 'bbb222';
      return { action: 'accept', content: { confirm: !message.startsWith('Changed') } };
    });
    const { callTool, close } = await linkClient(server, { protocol, elicit });
    expectFailure(await callTool('delete_branch', { name: 'x' })).toBe('CONFIRMATION_DENIED');
    expect(branch.deleted).toEqual([]);
    await close();
  });

  it('reach a caller without a dialogue, with what has changed', async () => {
    const { branch, server } = createBranches();
    const { callTool, close } = await linkClient(server, { protocol });
    const { failure } = expectFailure(await callTool('delete_branch', { name: 'x' })).toHaveDetails({
      shown: { head: 'aaa111' },
    });
    branch.head = 'bbb222';
    const [action] = failure.next_actions ?? [];
    expectFailure(await callTool(action?.tool ?? '', action?.arguments))
      .toBe('CONFIRMATION_REQUIRED')
      .toHaveDetails({ changed: [{ fact: 'head', before: 'aaa111', after: 'bbb222' }] });
    expect(branch.deleted).toEqual([]);
    await close();
  });
});

it('stops asking about facts that never hold still', async () => {
  const { branch, server } = createBranches();
  const elicit = vi.fn<Elicit>(async () => {
    branch.head += 'x';
    return { action: 'accept', content: { confirm: true } };
  });
  const { callTool, close } = await linkClient(server, { protocol: 'session', elicit });
  expectFailure(await callTool('delete_branch', { name: 'x' })).toBe('CONFIRMATION_REQUIRED');
  expect(elicit).toHaveBeenCalledTimes(3);
  expect(branch.deleted).toEqual([]);
  await close();
});

it('compares the facts of a token that comes over REST', async () => {
  const { branch, server } = createBranches();
  const { ask, close } = await openHttp(server);
  const remove = (headers = {}) =>
    ask({
      path: '/branches/tools/delete_branch',
      headers: { accept: 'application/json', ...headers },
      body: { name: 'x' },
    });
  const asked = z
    .object({ details: z.object({ confirmation_token: z.string(), shown: z.object({ head: z.string() }) }) })
    .parse((await remove()).json);
  branch.head = 'bbb222';
  const again = await remove({ 'recourse-confirmation-token': asked.details.confirmation_token });
  expect(again).toMatchObject({
    status: 403,
    json: { details: { changed: [{ fact: 'head', before: 'aaa111', after: 'bbb222' }] } },
  });
  expect(branch.deleted).toEqual([]);
  await close();
});
