import { aiSdkTools } from '@recourse/client/ai-sdk';
import * as ai from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answersOf } from '../examples/scripted-model.mjs';
import { seenInPrompt } from '../src/agents.mjs';
import { overStdio } from '../src/connect.mjs';

/** @type {import('../src/connect.mjs').Connected} */
let connected;
/** @type {Record<string, import('@recourse/client/ai-sdk').AiSdkTool>} */
let tools;
beforeEach(async () => {
  connected = await overStdio();
  tools = await aiSdkTools(connected.client);
});
afterEach(() => connected.close());

/** The same answers as a stream. */
const streamsOf = (/** @type {any[]} */ calls) =>
  answersOf(calls).map(({ content: [part], finishReason, usage }) => ({
    stream: simulateReadableStream({
      chunks: /** @type {any[]} */ ([
        { type: 'stream-start', warnings: [] },
        ...(part?.type === 'text'
          ? [
              { type: 'text-start', id: '0' },
              { type: 'text-delta', id: '0', delta: 'done' },
              { type: 'text-end', id: '0' },
            ]
          : [part]),
        { type: 'finish', finishReason, usage },
      ]),
    }),
  }));

const streaming = (/** @type {any[]} */ calls) => {
  const model = new MockLanguageModelV4({ doStream: /** @type {any} */ (streamsOf(calls)) });
  const result = ai.streamText({ model, tools, prompt: 'Go.', stopWhen: ai.stepCountIs(calls.length + 1) });
  return { model, result };
};

const doubtful = { tool: 'pay_invoice', args: { invoice: 300 } };

describe('what the model is offered', () => {
  it('are the tools of the server with their own schemas, and nothing to confirm with', async () => {
    const listed = (await connected.client.listTools()).tools;
    expect(listed.map(({ name }) => name)).toContain('recourse_confirm');
    const model = new MockLanguageModelV4({ doGenerate: /** @type {any} */ (answersOf([])) });
    await ai.generateText({ model, tools, prompt: 'Go.' });
    const offered = model.doGenerateCalls[0]?.tools;
    expect(offered?.map(({ name }) => name).sort()).toEqual(['find_invoice', 'pay_invoice', 'tear_up_invoice']);
    for (const tool of /** @type {any[]} */ (offered)) {
      const own = listed.find(({ name }) => name === tool.name);
      expect(tool).toMatchObject({ description: own?.description });
      expect(tool.inputSchema).toEqual(own?.inputSchema);
    }
  });
});

describe('streamText', () => {
  it('continues after a failure, which is a result and no error of the stream', async () => {
    const { model, result } = streaming([doubtful, { tool: 'find_invoice', args: { invoice: 300 } }]);
    const kinds = [];
    for await (const part of result.fullStream) kinds.push(part.type);
    expect(kinds.filter((kind) => kind === 'tool-result')).toHaveLength(2);
    expect(kinds.filter((kind) => /error|abort/.test(kind))).toEqual([]);
    expect(await result.text).toBe('done');
    const [doubt, found] = seenInPrompt(model.doStreamCalls.at(-1)?.prompt);
    expect(doubt).toMatchObject({ failed: true, read: { end: 'in_doubt' } });
    expect(found).toMatchObject({ failed: false, read: { paid: 1 } });
  });

  it('keeps what a failure says for the next turn of a conversation that went through a browser', async () => {
    const { result } = streaming([doubtful]);
    let message;
    for await (const state of ai.readUIMessageStream({ stream: result.toUIMessageStream() })) message = state;
    const stored = JSON.parse(JSON.stringify([message]));
    const prompt = await ai.convertToModelMessages(stored, { tools: /** @type {any} */ (tools) });
    expect(seenInPrompt(prompt)).toMatchObject([
      { failed: true, read: { end: 'in_doubt', todo: expect.stringContaining('Do NOT call it again') } },
    ]);
  });
});

describe('generateText', () => {
  it('makes two equal calls of one step two effects', async () => {
    const [first] = answersOf([{ tool: 'pay_invoice', args: { invoice: 7 }, id: 'a' }]);
    const content = [...(first?.content ?? []), { ...first?.content[0], toolCallId: 'b' }];
    const answers = [{ ...first, content }, ...answersOf([{ tool: 'find_invoice', args: { invoice: 7 } }])];
    const model = new MockLanguageModelV4({ doGenerate: /** @type {any} */ (answers) });
    await ai.generateText({ model, tools, prompt: 'Go.', stopWhen: ai.stepCountIs(3) });
    expect(seenInPrompt(model.doGenerateCalls.at(-1)?.prompt)).toMatchObject([{}, {}, { read: { paid: 2 } }]);
  });

  it('continues after a tool that took longer than it may, of which the model reads that it may have taken effect', async () => {
    const model = new MockLanguageModelV4({
      doGenerate: /** @type {any} */ (answersOf([{ tool: 'pay_invoice', args: { invoice: 500 } }])),
    });
    const { text } = await ai.generateText({
      model,
      tools,
      prompt: 'Go.',
      stopWhen: ai.stepCountIs(2),
      timeout: { toolMs: 500 },
    });
    expect(text).toBe('done');
    const [late] = seenInPrompt(model.doGenerateCalls.at(-1)?.prompt);
    expect(late).toMatchObject({ failed: true, read: { end: 'in_doubt', effect: 'unknown' } });
    expect(late?.read.todo).toContain('It may have taken effect');
  });
});
