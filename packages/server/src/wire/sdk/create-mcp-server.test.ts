import type { ProtocolError } from '@modelcontextprotocol/server';
import { contractExtensionKey } from '@recourse/contract/mcp';
import { contractUri } from '@recourse/engine/front-door';
import { expectFailure, linkClient } from '@recourse/testkit';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTickets } from '../../testing/tickets.ts';

/** The possible shape of a tool call before it is validated. */
const anything = z.looseObject({ isError: z.boolean().optional(), structuredContent: z.unknown() });

describe.each(['session', '2026-07-28'] as const)('a server on the wire (%s)', (protocol) => {
  it('says who it is, and announces the contract', async () => {
    const { client, close } = await linkClient(createTickets({ dialect: 'mcp-aql' }).server, { protocol });
    expect(client.getServerVersion()).toEqual({ name: 'tickets', version: '1.2.3' });
    expect(client.getInstructions()).toBe('Ask before you close.');
    expect(client.getServerCapabilities()?.extensions).toEqual({
      [contractExtensionKey]: { version: 1, dialect: 'mcp-aql' },
    });
    await close();
  });

  it('lists its tools with their codes', async () => {
    const { client, close } = await linkClient(createTickets().server, { protocol });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'find_ticket',
      'close_ticket',
      'note_ticket',
      'scan_tickets',
      'recourse_confirm',
    ]);
    expect(tools[0]).toMatchObject({
      annotations: { readOnlyHint: true },
      outputSchema: { anyOf: [{}, { properties: { code: { examples: ['NOT_FOUND_RESOURCE'] } } }] },
    });
    await close();
  });

  it('describes its codes and outputs in full in one resource', async () => {
    const { client, close } = await linkClient(createTickets().server, { protocol });
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: contractUri });
    const [document] = contents as readonly { readonly text: string }[];
    expect(resources).toMatchObject([{ uri: contractUri, mimeType: 'application/json' }]);
    expect(JSON.parse(document?.text ?? '')).toMatchObject({
      dialect: 'recourse',
      failure: { properties: { recovery: { enum: expect.arrayContaining(['discover']) } } },
      codes: expect.arrayContaining([
        expect.objectContaining({ code: 'NOT_FOUND_RESOURCE', recovery: 'discover', http: 404 }),
      ]),
      tools: { find_ticket: { codes: ['NOT_FOUND_RESOURCE'], output: { properties: { id: { type: 'integer' } } } } },
    });
    await close();
  });

  it('answers calls, and failures as results', async () => {
    const { callTool, close } = await linkClient(createTickets().server, { protocol });
    expect(await callTool('find_ticket', { id: 7 })).toMatchObject({ structuredContent: { ok: true, id: 7 } });
    expectFailure(await callTool('find_ticket', { id: 404 })).toBe('NOT_FOUND_RESOURCE');
    expectFailure(await callTool('find_tickets'))
      .toBe('NOT_FOUND_OPERATION')
      .toHaveDetails({ operation: 'find_tickets' });
    await close();
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no name', {}, 'VALIDATION_MISSING_PARAM', 'name'],
    ['a number for a name', { name: 7 }, 'VALIDATION_INVALID_TYPE', 'name'],
    ['null for arguments', { name: 'find_ticket', arguments: null }, 'VALIDATION_INVALID_TYPE', 'arguments'],
    ['an array for arguments', { name: 'find_ticket', arguments: [] }, 'VALIDATION_INVALID_TYPE', 'arguments'],
    ['no arguments', { name: 'find_ticket' }, 'VALIDATION_MISSING_PARAM', 'id'],
    ['a wrong argument', { name: 'find_ticket', arguments: { id: '7' } }, 'VALIDATION_INVALID_TYPE', 'id'],
  ])('lets the pipeline refuse a call with %s', async (_, params, code, param_name) => {
    const { client, close } = await linkClient(createTickets().server, { protocol });
    const result = await client.request({ method: 'tools/call', params }, anything);
    expectFailure(result).toBe(code).toHaveDetails({ param_name });
    await close();
  });

  it('takes an idempotency key from _meta', async () => {
    const { server, done } = createTickets();
    const { callTool, close } = await linkClient(server, { protocol });
    const note = () => callTool('note_ticket', { id: 7, text: 'hello' }, { idempotencyKey: 'key-1' });
    expect((await note()).structuredContent).toMatchObject({ notes: 1 });
    expect((await note()).structuredContent).toMatchObject({ notes: 1 });
    expect(done).toEqual(['note 7 hello']);
    const other = await callTool('note_ticket', { id: 8, text: 'hello' }, { idempotencyKey: 'key-1' });
    expectFailure(other).toBe('CONFLICT_IDEMPOTENCY_KEY');
    await close();
  });

  it('passes progress on', async () => {
    const { callTool, close } = await linkClient(createTickets().server, { protocol });
    const onProgress = vi.fn<(progress: unknown) => void>();
    await callTool('scan_tickets', {}, { onProgress });
    expect(onProgress.mock.calls).toEqual([[{ progress: 1, total: 2, message: 'half way' }]]);
    await close();
  });

  it('stops a call that is cancelled', async () => {
    const { server, done } = createTickets();
    const { callTool, close } = await linkClient(server, { protocol });
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    await expect(
      callTool('scan_tickets', { endless: true }, { signal: controller.signal, onProgress }),
    ).rejects.toThrow();
    await vi.waitFor(() => expect(done).toEqual(['scan stopped']));
    await close();
  });

  it('does not know other methods', async () => {
    const { client, close } = await linkClient(createTickets().server, { protocol });
    const request = client.request({ method: 'tickets/burn', params: {} }, anything);
    await expect(request).rejects.toMatchObject({ code: -32601 });
    await close();
  });
});

describe('resources and prompts', () => {
  const { server } = createTickets({
    resources: [
      { uri: 'tickets://rules', name: 'rules', mimeType: 'text/plain', read: () => 'Be kind.' },
      { uri: 'tickets://broken', name: 'broken', read: () => Promise.reject(new Error('password is hunter2')) },
    ],
    prompts: [
      {
        name: 'triage',
        description: 'Sorts a ticket',
        arguments: [{ name: 'id', required: true }, { name: 'tone' }],
        render: ({ id = '', tone = 'plain' }) => `Sort ticket ${id} in a ${tone} tone.`,
      },
    ],
  });
  const open = async () => (await linkClient(server)).client;

  it('are listed, without what makes them', async () => {
    const client = await open();
    const { resources } = await client.listResources();
    expect(resources).toEqual([
      { uri: 'tickets://rules', name: 'rules', mimeType: 'text/plain' },
      { uri: 'tickets://broken', name: 'broken' },
      expect.objectContaining({ uri: contractUri }),
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    const args = [{ name: 'id', required: true }, { name: 'tone' }];
    const { prompts } = await client.listPrompts();
    expect(prompts).toEqual([{ name: 'triage', description: 'Sorts a ticket', arguments: args }]);
  });

  it('are read and filled in', async () => {
    const client = await open();
    const { contents } = await client.readResource({ uri: 'tickets://rules' });
    expect(contents).toEqual([{ uri: 'tickets://rules', mimeType: 'text/plain', text: 'Be kind.' }]);
    const { messages } = await client.getPrompt({ name: 'triage', arguments: { id: '7' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Sort ticket 7 in a plain tone.' } }]);
  });

  it('are refused by name, and say nothing of what went wrong inside', async () => {
    const client = await open();
    const refusals = await Promise.allSettled([
      client.readResource({ uri: 'tickets://nothing' }),
      client.readResource({ uri: 'tickets://broken' }),
      client.getPrompt({ name: 'sort' }),
      client.getPrompt({ name: 'triage' }),
    ]);
    const errors = refusals.map((refusal) =>
      refusal.status === 'rejected' ? (refusal.reason as ProtocolError) : null,
    );
    expect(errors.map((error) => error?.code)).toEqual([-32602, -32603, -32602, -32602]);
    expect(errors.map((error) => error?.message).join('\n')).not.toContain('hunter2');
    expect(errors[2]?.message).toContain('triage');
    expect(errors[3]?.message).toContain('id');
  });

  it('announces no prompts if there are none, but resources: every server describes its contract', async () => {
    const { client, close } = await linkClient(createTickets().server);
    expect(client.getServerCapabilities()).toHaveProperty('resources');
    expect(client.getServerCapabilities()).not.toHaveProperty('prompts');
    await close();
  });
});
