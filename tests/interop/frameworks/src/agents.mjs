import { DynamicStructuredTool, HumanMessage, ToolMessage, createAgent, fakeModel } from 'langchain';
import { AIMessage } from '@langchain/core/messages';
import * as coreMessages from '@langchain/core/messages';
import * as coreTools from '@langchain/core/tools';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { aiSdkTools } from '@recourse/client/ai-sdk';
import { langchainTools } from '@recourse/client/langchain';
import * as ai6 from 'ai-6';
import * as ai6test from 'ai-6/test';
import * as ai7 from 'ai';
import * as ai7test from 'ai/test';
import { answersOf } from '../examples/scripted-model.mjs';

/**
 * A call that a model makes, and what it reads of its outcome.
 *
 * @typedef {{ readonly tool: string, readonly args: Record<string, any>, readonly id?: string }} MadeCall
 * @typedef {{ readonly failed: boolean, readonly read: any }} Seen
 *
 * An agent of a framework, whose model makes one call after the other, whatever it is told, and then ends.
 * @typedef {{ readonly name: string, run(client: any, calls: readonly MadeCall[], options?: { signal?: AbortSignal }): Promise<readonly Seen[]> }} Agent
 */

/** @type {(call: MadeCall, index: number) => { id: string, name: string, args: Record<string, any> }} */
const named = ({ tool, args, id }, index) => ({ id: id ?? `call-${index}`, name: tool, args });

/** The tool results in a prompt of the AI SDK. @type {(prompt: any) => readonly Seen[]} */
export const seenInPrompt = (prompt) =>
  prompt
    .filter((/** @type {any} */ { role }) => role === 'tool')
    .flatMap((/** @type {any} */ { content }) => content)
    .map((/** @type {any} */ { output }) => ({
      failed: output.type.startsWith('error') || output.type === 'execution-denied',
      read: output.type === 'execution-denied' ? output.reason : output.value,
    }));

/** @type {(name: string, ai: any, Model: any, version: 6 | 7) => Agent} */
const aiSdkAgent = (name, ai, Model, version) => ({
  name,
  run: async (client, calls, { signal } = {}) => {
    const model = new Model({ doGenerate: answersOf(calls) });
    await ai.generateText({
      model,
      tools: await aiSdkTools(client, { version }),
      prompt: 'Go.',
      stopWhen: ai.stepCountIs(calls.length + 1),
      abortSignal: signal,
    });
    return seenInPrompt(model.doGenerateCalls.at(-1).prompt);
  },
});

/** @type {(messages: readonly any[]) => readonly Seen[]} */
const seenInMessages = (messages) =>
  messages
    .filter((message) => message.getType() === 'tool')
    .map(({ status, content }) => ({ failed: status === 'error', read: parsed(content) }));

const parsed = (/** @type {unknown} */ content) => {
  try {
    return typeof content === 'string' ? JSON.parse(content) : content;
  } catch {
    return content;
  }
};

/** @type {Agent} */
const langchainAgent = {
  name: 'an agent of langchain 1.5',
  run: async (client, calls, { signal } = {}) => {
    const model = fakeModel();
    for (const call of calls.map(named)) model.respondWithTools([call]);
    model.respond(new AIMessage('done'));
    const tools = await langchainTools(client, { DynamicStructuredTool, ToolMessage });
    const agent = createAgent({ model, tools });
    await agent.invoke({ messages: [new HumanMessage('Go.')] }, signal && { signal });
    return seenInMessages(model.calls.at(-1)?.messages ?? []);
  },
};

/** @type {Agent} */
const toolNode = {
  name: 'a ToolNode of @langchain/langgraph 1.4',
  run: async (client, calls, { signal } = {}) => {
    const node = new ToolNode(await langchainTools(client, { ...coreTools, ...coreMessages }));
    const messages = [];
    for (const call of calls.map(named)) {
      const asked = new AIMessage({ content: '', tool_calls: [{ ...call, type: 'tool_call' }] });
      messages.push(...(await node.invoke([asked], signal && { signal })));
    }
    return seenInMessages(messages);
  },
};

export const agents = [
  aiSdkAgent('generateText of ai 6', ai6, ai6test.MockLanguageModelV3, 6),
  aiSdkAgent('generateText of ai 7', ai7, ai7test.MockLanguageModelV4, 7),
  langchainAgent,
  toolNode,
];
