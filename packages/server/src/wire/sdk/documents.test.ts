import { linkClient } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { createDesk } from '../../testing/desk.ts';

const refusalOf = (refused: Promise<unknown>): Promise<{ readonly code?: number; readonly message: string }> =>
  refused.then(
    () => ({ message: 'no refusal' }),
    (error: { readonly code?: number; readonly message: string }) => error,
  );

describe.each(['session', '2026-07-28'] as const)('documents and prompts (%s)', (protocol) => {
  const open = async () => linkClient(createDesk().server, { protocol, elicit: () => ({ action: 'cancel' }) });

  it('are listed, without what makes them', async () => {
    const { client, close } = await open();
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'desk://rules',
      'desk://photo',
      'recourse://contract',
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([
      { uriTemplate: 'desk://drawers/{drawer}/{thing}', name: 'thing', mimeType: 'text/plain' },
    ]);
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: 'tidy',
        description: 'Tidies up',
        arguments: [{ name: 'drawer', required: true }, { name: 'thing' }, { name: 'broken' }, { name: 'plain' }],
      },
      { name: 'greet' },
    ]);
    await close();
  });

  it('are read as text, as bytes, and by their pattern', async () => {
    const { client, close } = await open();
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read('desk://rules')).toEqual([{ uri: 'desk://rules', mimeType: 'text/plain', text: 'Be tidy.' }]);
    expect(await read('desk://photo')).toEqual([{ uri: 'desk://photo', mimeType: 'image/png', blob: 'AQID' }]);
    const uri = 'desk://drawers/top/red%20pen';
    expect(await read(uri)).toEqual([{ uri, mimeType: 'text/plain', text: 'red pen of top' }]);
    await close();
  });

  it.each([
    ['is nowhere', 'desk://nowhere'],
    ['fits a pattern and is not there', 'desk://drawers/bottom/pen'],
    ['is no address', 'desk://drawers/top/%zz'],
    ['is longer than any', `desk://drawers/top/${'x'.repeat(9000)}`],
  ])('are not found where the address %s', async (_, uri) => {
    const { client, close } = await open();
    expect(await refusalOf(client.readResource({ uri }))).toMatchObject({ code: -32602 });
    await close();
  });

  it('say nothing of what went wrong inside', async () => {
    const { client, close } = await open();
    const errors = [
      await refusalOf(client.readResource({ uri: 'desk://drawers/locked/pen' })),
      await refusalOf(
        client.complete({ ref: { type: 'ref/prompt', name: 'tidy' }, argument: { name: 'broken', value: '' } }),
      ),
    ];
    expect(errors.map(({ code }) => code)).toEqual([-32603, -32603]);
    expect(JSON.stringify(errors.map(({ message }) => message))).not.toContain('hunter2');
    await close();
  });

  it('are conversations if a prompt has more than one message', async () => {
    const { client, close } = await open();
    expect(await client.getPrompt({ name: 'tidy', arguments: { drawer: 'top' } })).toMatchObject({
      description: 'Tidies up',
      messages: [
        { role: 'user', content: { type: 'resource', resource: { uri: 'desk://rules', text: 'Be tidy.' } } },
        { role: 'assistant', content: { type: 'text', text: 'Tidying top.' } },
      ],
    });
    await close();
  });

  it('are suggested while a user types', async () => {
    const { client, close } = await open();
    const suggest = async (ref: Parameters<typeof client.complete>[0]['ref'], name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value }, context: { arguments: { drawer: 'top' } } })).completion;
    const tidy = { type: 'ref/prompt', name: 'tidy' } as const;
    const thing = { type: 'ref/resource', uri: 'desk://drawers/{drawer}/{thing}' } as const;
    const drawers = await suggest(tidy, 'drawer', '');
    expect(drawers).toMatchObject({ total: 120, hasMore: true });
    expect(drawers.values).toHaveLength(100);
    expect(await suggest(tidy, 'thing', 'pen')).toMatchObject({ values: ['pen of top'], hasMore: false });
    expect(await suggest(tidy, 'plain', 'p')).toMatchObject({ values: [] });
    expect(await suggest(thing, 'drawer', 'b')).toMatchObject({ values: ['bottom'] });
    expect(await suggest(thing, 'constructor', '')).toMatchObject({ values: [] });
    const unknown = [{ type: 'ref/prompt', name: 'sort' } as const, { type: 'ref/resource', uri: 'x://{y}' } as const];
    for (const ref of unknown) expect(await refusalOf(suggest(ref, 'a', ''))).toMatchObject({ code: -32602 });
    await close();
  });

  it('are shown by tools', async () => {
    const { callTool, close } = await open();
    const { content, structuredContent } = await callTool('show');
    expect(content).toEqual([
      { type: 'text', text: 'Look:' },
      { type: 'image', data: 'AQID', mimeType: 'image/png' },
    ]);
    expect(structuredContent).toBeUndefined();
    await close();
  });
});
