import { fail } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { aiSdkTools } from './ai-sdk.ts';
import type { AiSdkOptions } from './ai-sdk.ts';
import { idempotencyKeyMetaKey } from './meta-keys.ts';
import { createScripted } from './testing/scripted-client.ts';
import type { Scripted } from './testing/scripted-client.ts';

const payWith = async (script: readonly Scripted[], options: AiSdkOptions = {}) => {
  const { client, sent } = createScripted(script, {}, { tools: { pay: false } });
  const { pay } = await aiSdkTools(client, options);
  if (!pay) throw new Error('There is no such tool');
  return { pay, sent };
};
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
const sound = { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' };

describe('a tool of the AI SDK', () => {
  it.each([
    [7, { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } }, { type: 'file' }],
    [6, { type: 'image-data', mediaType: 'image/png', data: 'aGk=' }, { type: 'file-data' }],
  ] as const)('writes media as version %i reads them', async (version, ofImage, ofSound) => {
    const { pay } = await payWith([{ result: { content: [image, sound] } }], { version });
    const output = await pay.execute({}, { toolCallId: '1' });
    expect(pay.toModelOutput({ output })).toMatchObject({ type: 'content', value: [ofImage, ofSound] });
  });

  it('shows the outputs of a stored conversation again, and those of other adapters as they are', async () => {
    const { pay } = await payWith([fail('NOT_FOUND_RESOURCE', { resource_id: 'x' })]);
    const output: unknown = JSON.parse(JSON.stringify(await pay.execute({}, { toolCallId: '1' })));
    expect(pay.toModelOutput({ output })).toMatchObject({ type: 'error-json', value: { code: 'NOT_FOUND_RESOURCE' } });
    const foreign = [undefined, null, 'a text', 7, { isError: true, content: [] }, { rows: [] }];
    for (const other of foreign)
      expect(pay.toModelOutput({ output: other })).toEqual({ type: 'json', value: other ?? null });
    expect(pay.toModelOutput({ output: { content: [] } })).toEqual({ type: 'text', value: '' });
  });

  it('sends what the model sends, be it nothing or no object at all', async () => {
    const { pay, sent } = await payWith([{ result: { content: [] } }]);
    for (const input of [undefined, null, {}, { amount: '5' }]) await pay.execute(input, { toolCallId: '1' });
    expect(sent.map((call) => call.arguments)).toEqual([{}, {}, {}, { amount: '5' }]);
  });

  it('has a key of its own for equal calls with different ids, and the key that the program names', async () => {
    const keysOf = async (options: AiSdkOptions) => {
      const { pay, sent } = await payWith([{ result: { content: [] } }], options);
      for (const toolCallId of ['a', 'b', 'a']) await pay.execute({ amount: 5 }, { toolCallId });
      return sent.map(({ _meta: meta }) => meta?.[idempotencyKeyMetaKey]);
    };
    expect(await keysOf({})).toEqual(['key-1', 'key-2', 'key-3']);
    expect(await keysOf({ key: ({ toolCallId }) => `t/${toolCallId}` })).toEqual(['t/a', 't/b', 't/a']);
  });
});
