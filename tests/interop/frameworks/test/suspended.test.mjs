import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { aiSdkTools } from '@recourse/client/ai-sdk';
import { langchainTools } from '@recourse/client/langchain';
import { generateText, stepCountIs } from 'ai';
import { DynamicStructuredTool, ToolMessage } from 'langchain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedModel } from '../examples/scripted-model.mjs';
import { startShredder } from '../src/shredder.mjs';

/** @type {Awaited<ReturnType<typeof startShredder>>} */
let shredder;
beforeEach(async () => {
  shredder = await startShredder();
});
afterEach(() => shredder.close());

const call = { type: /** @type {const} */ ('tool_call'), id: 'call-1', name: 'tear_up_invoice', args: { invoice: 7 } };

describe('an interrupt of LangGraph', () => {
  const checkpointer = new MemorySaver();

  /** The graph as another process would build it: a new client, and the same checkpoints. */
  const buildGraph = async () => {
    const tools = await langchainTools(await shredder.connect(), { DynamicStructuredTool, ToolMessage }, { interrupt });
    const tear = tools.find(({ name }) => name === 'tear_up_invoice');
    const State = Annotation.Root({ result: /** @type {any} */ (Annotation)() });
    return new StateGraph(State)
      .addNode('tear', async (_, config) => ({ result: await tear?.invoke(call, config) }))
      .addEdge(START, 'tear')
      .addEdge('tear', END)
      .compile({ checkpointer });
  };

  it('asks the question of the server, and the graph continues in another process with one effect', async () => {
    const config = { configurable: { thread_id: 'yes' } };
    const stopped = await (await buildGraph()).invoke({}, config);
    expect(/** @type {any} */ (stopped).__interrupt__).toMatchObject([
      {
        value: { type: 'recourse_confirmation', tool: 'tear_up_invoice', question: { message: 'Tear up invoice 7?' } },
      },
    ]);
    expect(JSON.stringify(stopped)).not.toContain('confirmation_token');
    expect(shredder.torn).toEqual([]);
    const { result } = await (await buildGraph()).invoke(new Command({ resume: true }), config);
    expect(result).toMatchObject({ status: 'success', tool_call_id: 'call-1' });
    expect(shredder.torn).toEqual([7]);
  });

  it('has one effect though the graph is resumed twice from the same checkpoint', async () => {
    const config = { configurable: { thread_id: 'twice' } };
    const graph = await buildGraph();
    await graph.invoke({}, config);
    const { config: at } = await graph.getState(config);
    await (await buildGraph()).invoke(new Command({ resume: true }), at);
    await (await buildGraph()).invoke(new Command({ resume: true }), at);
    expect(shredder.torn).toEqual([7]);
  });

  it('has no effect without a yes', async () => {
    const config = { configurable: { thread_id: 'no' } };
    await (await buildGraph()).invoke({}, config);
    const { result } = await (await buildGraph()).invoke(new Command({ resume: 'maybe' }), config);
    expect(result).toMatchObject({ status: 'error', artifact: { failure: { code: 'CONFIRMATION_DENIED' } } });
    expect(shredder.torn).toEqual([]);
  });
});

describe('an approval of the AI SDK', () => {
  /** The store of an application between two requests. */
  const createStore = () => {
    /** @type {Map<string, string>} */
    const kept = new Map();
    return {
      kept,
      get: (/** @type {string} */ id) => JSON.parse(kept.get(id) ?? 'null') ?? undefined,
      set: (/** @type {string} */ id, /** @type {object} */ pending) => void kept.set(id, JSON.stringify(pending)),
    };
  };

  it('is asked for what the server asks, and given, the call is made once in another process', async () => {
    const store = createStore();
    const model = scriptedModel([['tear_up_invoice', { invoice: 7 }]]);
    const ask = { model, stopWhen: stepCountIs(3) };
    const first = await generateText({
      ...ask,
      tools: /** @type {any} */ (await aiSdkTools(await shredder.connect(), { approvals: store })),
      prompt: 'Tear it up.',
    });
    const request = first.content.find(({ type }) => type === 'tool-approval-request');
    expect(request).toMatchObject({ toolCall: { toolName: 'tear_up_invoice' } });
    expect(shredder.torn).toEqual([]);
    expect([...store.kept.values()].join()).not.toContain('token');
    const approval = { type: /** @type {const} */ ('tool-approval-response'), approvalId: /** @type {any} */ (request).approvalId, approved: true }; // prettier-ignore
    const messages = /** @type {any} */ ([
      { role: 'user', content: 'Tear it up.' },
      ...first.response.messages,
      { role: 'tool', content: [approval] },
    ]);
    for (let time = 0; time < 2; time += 1) {
      const tools = /** @type {any} */ (await aiSdkTools(await shredder.connect(), { approvals: store }));
      const { text } = await generateText({ ...ask, model: scriptedModel([]), tools, messages });
      expect(text).not.toBe('');
    }
    expect(shredder.torn).toEqual([7]);
  });
});
