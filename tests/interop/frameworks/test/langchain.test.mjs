import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { langchainTools } from '@recourse/client/langchain';
import { AIMessage, DynamicStructuredTool, HumanMessage, ToolMessage, createAgent, fakeModel } from 'langchain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overStdio } from '../src/connect.mjs';

/** @type {import('../src/connect.mjs').Connected} */
let connected;
/** @type {DynamicStructuredTool[]} */
let tools;
beforeEach(async () => {
  connected = await overStdio();
  tools = await langchainTools(connected.client, { DynamicStructuredTool, ToolMessage });
});
afterEach(() => connected.close());

const toolNamed = (/** @type {string} */ name) => {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};

describe('what the model is offered', () => {
  it('are tools of LangChain with the schemas of the server, and nothing to confirm with', async () => {
    const listed = (await connected.client.listTools()).tools;
    expect(tools.map(({ name }) => name).sort()).toEqual(['find_invoice', 'pay_invoice', 'tear_up_invoice']);
    for (const tool of tools) {
      expect(tool).toBeInstanceOf(DynamicStructuredTool);
      const own = listed.find(({ name }) => name === tool.name);
      expect(convertToOpenAITool(tool).function).toMatchObject({
        name: tool.name,
        description: own?.description,
        parameters: own?.inputSchema,
      });
    }
  });
});

describe('a tool by itself', () => {
  it('answers a tool call with a message that has the whole outcome beside it', async () => {
    const call = { type: /** @type {const} */ ('tool_call'), id: 'x', name: 'find_invoice', args: { invoice: 1 } };
    const message = await toolNamed('find_invoice').invoke(call);
    expect(message).toBeInstanceOf(ToolMessage);
    expect(message).toMatchObject({
      tool_call_id: 'x',
      status: 'success',
      artifact: { isError: false, structuredContent: { invoice: 1, paid: 0 } },
    });
  });

  it('answers a program with the content, and never with a failure that looks like one', async () => {
    expect(JSON.parse(await toolNamed('find_invoice').invoke({ invoice: 1 }))).toMatchObject({ paid: 0 });
    const failed = await toolNamed('find_invoice').invoke({ invoice: 404 });
    expect(failed).toBeInstanceOf(ToolMessage);
    expect(failed).toMatchObject({ status: 'error', artifact: { failure: { code: 'NOT_FOUND_RESOURCE' } } });
  });

  it('tells the callbacks of LangChain what it does, with arguments that the server refuses, too', async () => {
    /** @type {string[]} */
    const told = [];
    const handler = {
      handleToolStart: (/** @type {any[]} */ ...given) => void told.push(`start ${given[6]}`),
      handleToolEnd: (/** @type {any} */ output) => void told.push(`end ${output.status}`),
    };
    const call = { type: /** @type {const} */ ('tool_call'), id: 'x', name: 'find_invoice', args: { invoice: 'x' } };
    await toolNamed('find_invoice').invoke(call, { callbacks: [handler] });
    expect(told).toEqual(['start find_invoice', 'end error']);
  });
});

describe('a call that is run again after it has succeeded, as a graph does that is resumed', () => {
  const again = async (/** @type {object} */ options) => {
    const given = await langchainTools(connected.client, { DynamicStructuredTool, ToolMessage }, options);
    const node = new ToolNode(given);
    const call = { type: /** @type {const} */ ('tool_call'), id: 'call_1', name: 'pay_invoice', args: { invoice: 9 } };
    const asked = new AIMessage({ content: '', tool_calls: [call] });
    const outcomes = [await node.invoke([asked]), await node.invoke([asked])];
    expect(outcomes.flat().map(({ status }) => status)).toEqual(['success', 'success']);
    return JSON.parse(await toolNamed('find_invoice').invoke({ invoice: 9 })).paid;
  };

  it('is a second effect, unless it has the key of the first', async () => {
    expect(await again({})).toBe(2);
    const key = (/** @type {any} */ { toolCallId }) => `thread-1/${toolCallId}`;
    expect(await again({ key })).toBe(3);
  });
});

describe('an agent', () => {
  it('makes all calls of one answer, and reads each outcome under the id of its call', async () => {
    const model = fakeModel()
      .respondWithTools([
        { name: 'pay_invoice', args: { invoice: 1 }, id: 'first' },
        { name: 'pay_invoice', args: { invoice: 400 }, id: 'second' },
      ])
      .respond(new AIMessage('done'));
    const { messages } = await createAgent({ model, tools }).invoke({ messages: [new HumanMessage('Go.')] });
    const read = messages.filter((message) => ToolMessage.isInstance(message));
    expect(read.map(({ tool_call_id: id, status }) => [id, status])).toEqual([
      ['first', 'success'],
      ['second', 'error'],
    ]);
    expect(messages.at(-1)?.text).toBe('done');
  });
});
