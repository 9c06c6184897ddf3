import { callForModel } from './frameworks/call-for-model.ts';
import type { FrameworkOptions, ToolOutput } from './frameworks/call-for-model.ts';
import { listAllTools } from './frameworks/list-all-tools.ts';
import type { ListedTool, ToolSource } from './frameworks/list-all-tools.ts';
import { shownContent } from './frameworks/shown-content.ts';
import type { ShownPart } from './frameworks/shown-content.ts';

export type { FrameworkOptions, ModelCall, ToolOutput } from './frameworks/call-for-model.ts';
export type { ToolSource } from './frameworks/list-all-tools.ts';
export type { ToldFailure } from './frameworks/told-failure.ts';

/** What is used of LangChain.js: two classes, which `langchain` exports, and `@langchain/core` in two places. */
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
  options: FrameworkOptions = {},
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
  readonly toolCall?: { readonly id?: string };
}

type Content = string | readonly object[];

/**
 * The model is shown the schema of the server. A call is made by a twin that takes whatever it is given: LangChain would
 * refuse wrong arguments itself, without a word on what is wrong; the server says it, and often it is mended at once.
 */
const toolOf = (
  { name, description, inputSchema }: ListedTool,
  client: ToolSource,
  { DynamicStructuredTool, ToolMessage }: Classes,
  options: FrameworkOptions,
): Invoked => {
  const func = async (input: unknown, _: unknown, config: Config = {}): Promise<unknown> => {
    const { signal, toolCall } = config;
    const id = toolCall?.id ?? '';
    const output = await callForModel(client, { name, arguments: input, toolCallId: id, signal }, options);
    const content = contentOf(output);
    // Nobody asked for a message where there is no tool call; but a failure is never to be taken for an answer.
    if (id === '' && !output.isError) return content;
    const status = output.isError ? 'error' : 'success';
    return new ToolMessage({ content, tool_call_id: id, name, status, artifact: output });
  };
  const twin = new DynamicStructuredTool({ name, description, schema: {}, func });
  const shown = new DynamicStructuredTool({ name, description, schema: inputSchema, func });
  shown.invoke = (input, config) => twin.invoke(input, config);
  return shown;
};

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
