import { createHash } from 'node:crypto';
import { canonical } from './canonical.ts';
import { callForModel, resumeForModel } from './frameworks/call-for-model.ts';
import type { FrameworkOptions, ModelCall, ToolOutput } from './frameworks/call-for-model.ts';
import { listAllTools } from './frameworks/list-all-tools.ts';
import type { ListedTool, ToolSource } from './frameworks/list-all-tools.ts';
import { shownContent } from './frameworks/shown-content.ts';
import type { ShownPart } from './frameworks/shown-content.ts';
import type { Question } from './strategies/strategy.ts';

export type { FrameworkOptions, ModelCall, ToolOutput } from './frameworks/call-for-model.ts';
export type { ToolSource } from './frameworks/list-all-tools.ts';
export type { ToldFailure } from './frameworks/told-failure.ts';

export interface LangChainOptions extends FrameworkOptions {
  /**
   * LangGraph's `interrupt`: a call that a person has to confirm is suspended, the graph is interrupted with its
   * question, and the call is made when the graph is resumed with `true`.
   */
  readonly interrupt?: (question: InterruptQuestion) => unknown;
}

/** The value of an interrupt: what a person is asked. */
export interface InterruptQuestion {
  readonly type: 'recourse_confirmation';
  readonly tool: string;
  readonly question: Question;
}

/**
 * The parts of LangChain.js that are used: two classes, which `langchain` exports, and `@langchain/core` in two places.
 */
export interface LangChain<Tool> {
  readonly DynamicStructuredTool: { readonly prototype: Tool };
  readonly ToolMessage: { readonly prototype: object };
}

/**
 * The tools of a server for agents and graphs of LangChain.js. Calls go through the recovering client; what fails all
 * the same is a `ToolMessage` with `status: 'error'` that the model reads, and never an exception, which would end the
 * run of some agents. The classes are yours to give: LangChain knows its own by their class, and a second copy of it in
 * a project would make tools that the first does not know.
 */
export const langchainTools = async <Tool>(
  client: ToolSource,
  langchain: LangChain<Tool>,
  options: LangChainOptions = {},
): Promise<Tool[]> => {
  const tools = await listAllTools(client);
  return tools.map((tool) => toolOf(tool, client, langchain as unknown as Classes, options) as Tool);
};

/** The same two classes, as they are used here. */
interface Classes {
  readonly DynamicStructuredTool: new (fields: {
    readonly name: string;
    readonly description: string;
    readonly schema: object;
    readonly func: (input: unknown, runManager?: unknown, config?: Config) => Promise<unknown>;
  }) => Invoked;
  readonly ToolMessage: new (fields: {
    readonly content: Content;
    readonly tool_call_id: string;
    readonly name: string;
    readonly status: 'success' | 'error';
    readonly artifact: ToolOutput;
  }) => object;
}

interface Invoked {
  invoke(input: unknown, config?: unknown): Promise<unknown>;
}

interface Config {
  readonly signal?: AbortSignal;
  readonly configurable?: { readonly thread_id?: unknown };
  readonly toolCall?: { readonly id?: string };
}

type Content = string | readonly object[];

/**
 * The model is shown the schema of the server. A call is made by a twin that accepts any arguments: LangChain would
 * reject wrong arguments itself without an explanation; the server explains the problem, and often it is corrected at
 * once.
 */
const toolOf = (
  { name, description, inputSchema }: ListedTool,
  client: ToolSource,
  { DynamicStructuredTool, ToolMessage }: Classes,
  options: LangChainOptions,
): Invoked => {
  const func = async (input: unknown, _: unknown, config: Config = {}): Promise<unknown> => {
    const { signal, toolCall } = config;
    const id = toolCall?.id ?? '';
    const call = { name, arguments: input, toolCallId: id, signal };
    const output = options.interrupt
      ? await interruptible(client, call, options, config)
      : await callForModel(client, call, options);
    const content = contentOf(output);
    // No message was requested if there is no tool call; but a failure must never be mistaken for an answer.
    if (id === '' && !output.isError) return content;
    const status = output.isError ? 'error' : 'success';
    return new ToolMessage({ content, tool_call_id: id, name, status, artifact: output });
  };
  const twin = new DynamicStructuredTool({ name, description, schema: {}, func });
  const shown = new DynamicStructuredTool({ name, description, schema: inputSchema, func });
  shown.invoke = (input, config) => twin.invoke(input, config);
  return shown;
};

/**
 * A graph runs a node that was interrupted again from its start, so the call is made again. It has the same key every
 * time, by its thread and its id, so that a graph that is resumed twice pays once.
 */
const interruptible = async (
  client: ToolSource,
  call: ModelCall,
  options: LangChainOptions,
  { configurable }: Config,
): Promise<ToolOutput> => {
  const { interrupt, key = threadKey(configurable?.thread_id) } = options;
  const output = await callForModel(client, call, { ...options, ...(key && { key }) }, true);
  if (!output.isError || !output.pending || !interrupt) return output;
  const { pending } = output;
  const answer = interrupt({ type: 'recourse_confirmation', tool: pending.tool, question: pending.question });
  return resumeForModel(client, pending, answer === true, call.signal);
};

const threadKey =
  (thread: unknown): FrameworkOptions['key'] =>
  ({ name, arguments: args, toolCallId }) =>
    typeof thread === 'string' && toolCallId !== undefined && toolCallId !== ''
      ? createHash('sha256')
          .update(canonical([thread, toolCallId, name, args]))
          .digest('base64url')
      : undefined;

const contentOf = (output: ToolOutput): Content => {
  if (output.isError) return JSON.stringify(output.failure);
  const shown = shownContent(output);
  if (shown.type === 'value') return JSON.stringify(shown.value);
  const [first, ...others] = shown.parts;
  if (!first) return '';
  return first.type === 'text' && others.length === 0 ? first.text : shown.parts.map(blockOf);
};

/** Images as every chat model of LangChain takes them; other media as its blocks of data. */
const blockOf = (part: ShownPart): object => {
  if (part.type === 'text') return part;
  const { mediaType, data } = part;
  if (mediaType.startsWith('image/'))
    return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
  const type = mediaType.startsWith('audio/') ? 'audio' : 'file';
  return { type, source_type: 'base64', mime_type: mediaType, data };
};
