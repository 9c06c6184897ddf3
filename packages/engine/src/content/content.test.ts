import { onlyContent, withContent } from '@recourse/contract';
import type { ContentBlock, Success } from '@recourse/contract';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createServer } from '../server/create-server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { request } from '../testing/tickets.ts';
import { defineTool } from '../tool/define-tool.ts';
import { audioBlock, documentBlock, imageBlock, linkBlock, textBlock } from './blocks.ts';

const all: readonly ContentBlock[] = [
  textBlock('Hello', { audience: ['user'], priority: 1 }),
  imageBlock(Uint8Array.of(1, 2, 3), 'image/png'),
  audioBlock('AQID', 'audio/wav'),
  documentBlock({ uri: 'docs://one', mimeType: 'text/plain', contents: 'One' }),
  documentBlock({ uri: 'docs://two', contents: Uint8Array.of(1, 2, 3) }),
  linkBlock({ uri: 'docs://three', name: 'three' }),
];

const serve = (answer: () => Success, options: Partial<ServerOptions> = {}) => {
  const definition = {
    description: 'Shows something.',
    input: z.strictObject({}),
    operation: 'command',
    danger: 'safe',
    errors: [],
    run: answer,
  } as const;
  const open = defineTool({ name: 'open', ...definition });
  const promised = defineTool({ name: 'promised', ...definition, output: z.object({ id: z.int().optional() }) });
  return createServer({ name: 'gallery', tools: [open, promised], ...options });
};

describe('blocks of a result', () => {
  it('follow the envelope of a tool, whether it promises an output or not', async () => {
    const server = serve(() => withContent({ id: 7 }, all));
    for (const tool of ['open', 'promised']) {
      const { content, structuredContent } = await server.respond(request(tool));
      expect(structuredContent).toMatchObject({ ok: true, id: 7 });
      expect(content.slice(1)).toEqual(all);
    }
  });

  it('are the whole result of a tool that promises no output', async () => {
    const server = serve(() => onlyContent(all));
    expect(await server.respond(request('open'))).toEqual({ content: all });
    expect(await server.call(request('promised'))).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID' });
  });

  it('come back with a stored outcome', async () => {
    const run = vi.fn<() => Success>(() => withContent({ id: 7 }, all));
    const server = serve(run);
    const meta = { idempotency_key: 'key-1' };
    const [first, again] = [
      await server.respond(request('open', {}, { meta })),
      await server.respond(request('open', {}, { meta })),
    ];
    expect(again.content.slice(1)).toEqual(first.content.slice(1));
    expect(run).toHaveBeenCalledOnce();
  });

  it('count towards the size of an answer', async () => {
    const large = 'A'.repeat(4000);
    const limits = { responseBytes: 2000 };
    for (const answer of [withContent({}, [imageBlock(large, 'image/png')]), onlyContent([textBlock(large)])]) {
      expect(await serve(() => answer, { limits }).call(request('open'))).toMatchObject({
        code: 'VALIDATION_PAYLOAD_TOO_LARGE',
        effect: 'applied',
      });
    }
  });

  it.each([
    ['no list', {}],
    ['an unknown type', [{ type: 'video' }]],
    ['a name of the prototype', [{ type: 'constructor' }]],
    ['no block', ['hello']],
    ['a text without text', [{ type: 'text' }]],
    ['bytes that are no base64', [{ type: 'image', data: 'no!', mimeType: 'image/png' }]],
    ['a document without contents', [{ type: 'resource', resource: { uri: 'docs://one' } }]],
    ['a document that is none', [{ type: 'resource' }]],
    ['a link without a name', [{ type: 'resource_link', uri: 'docs://one' }]],
  ])('that no client could read are withheld: %s', async (_, blocks) => {
    for (const answer of [withContent({}, blocks as never), onlyContent(blocks as never)]) {
      expect(await serve(() => answer).call(request('open'))).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID' });
    }
  });
});
