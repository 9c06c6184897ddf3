import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { canonical } from './canonical.ts';
import { callForModel, resumeForModel } from './frameworks/call-for-model.ts';
import type { FrameworkOptions, ToolOutput } from './frameworks/call-for-model.ts';
import { listAllTools } from './frameworks/list-all-tools.ts';
import type { ListedTool, ToolSource } from './frameworks/list-all-tools.ts';
import { createMemoryPendings } from './frameworks/pending-store.ts';
import type { PendingStore } from './frameworks/pending-store.ts';
import { shownContent } from './frameworks/shown-content.ts';
import type { ShownPart } from './frameworks/shown-content.ts';

export type { FrameworkOptions, ModelCall, ToolOutput } from './frameworks/call-for-model.ts';
export type { ToolSource } from './frameworks/list-all-tools.ts';
export type { PendingStore } from './frameworks/pending-store.ts';
export type { ToldFailure } from './frameworks/told-failure.ts';

export interface AiSdkOptions extends FrameworkOptions {
  /** Which major version of `ai` the tools are for. It decides how images are written; defaults to 7. */
  readonly version?: 6 | 7;
  /**
   * Turns questions of a server into approvals of the SDK: a call that a person has to confirm is suspended, and made
   * when the approval has come, in this process or, with a store of your own, in another.
   */
  readonly approvals?: true | PendingStore;
}

/** A tool of the Vercel AI SDK, as created here: it fits `ToolSet` without an import of `ai`. */
export interface AiSdkTool {
  readonly type: 'dynamic';
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  /** Present with `approvals`. Makes the call, and says whether a person has to confirm it. */
  needsApproval?(input: unknown, options: AiSdkCall): Promise<boolean>;
  execute(input: unknown, options: AiSdkCall): Promise<ToolOutput>;
  toModelOutput(options: { readonly output: unknown }): AiSdkOutput;
}

/** A schema of the AI SDK that is also a Standard Schema, which its types require. */
export interface AiSdkSchema {
  readonly jsonSchema: JsonObject;
  readonly validate: undefined;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'recourse';
    validate(value: unknown): { readonly value: unknown };
  };
}

interface AiSdkCall {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

type AiSdkOutput =
  | { type: 'json'; value: never }
  | { type: 'text'; value: string }
  | { type: 'content'; value: AiSdkPart[] }
  | { type: 'error-json'; value: never }
  | { type: 'execution-denied'; reason: string };

type AiSdkPart = { type: 'text'; text: string } | { type: never; mediaType: string; data: never };

/**
 * The tools of a server for `generateText`, `streamText` and agents of the Vercel AI SDK. Calls go through the
 * recovering client; a failure is a result that the model reads, marked as an error, and never an exception: a stream
 * to a browser would drop an exception, and the model of the next turn would not see it.
 */
export const aiSdkTools = async (
  client: ToolSource,
  options: AiSdkOptions = {},
): Promise<Record<string, AiSdkTool>> => {
  const tools = await listAllTools(client);
  const approvals = options.approvals === true ? createMemoryPendings() : options.approvals;
  const own = { ...options, ...(approvals && { approvals }) };
  return Object.fromEntries(tools.map((tool) => [tool.name, toolOf(tool, client, own)]));
};

const toolOf = (
  { name, title, description, inputSchema }: ListedTool,
  client: ToolSource,
  options: AiSdkOptions,
): AiSdkTool => ({
  type: 'dynamic',
  ...(title !== undefined && { title }),
  description,
  inputSchema: schemaOf(inputSchema),
  ...executionOf(name, client, options),
  toModelOutput: ({ output }) => modelOutputOf(output, options.version ?? 7),
});

/**
 * Without approvals, a plain call. With them, the SDK first asks whether one is needed: the call is made, and either it
 * ends, and its output waits for `execute`, or it is suspended until the SDK executes it, which it does only with a
 * yes.
 */
const executionOf = (
  name: string,
  client: ToolSource,
  options: AiSdkOptions,
): Pick<AiSdkTool, 'execute' | 'needsApproval'> => {
  const { approvals } = options;
  const call = (input: unknown, { toolCallId, abortSignal: signal }: AiSdkCall, suspend: boolean) =>
    callForModel(client, { name, arguments: input, toolCallId, signal }, options, suspend);
  if (!approvals || approvals === true) return { execute: (input, own) => call(input, own, false) };
  const outputs = new Map<string, ToolOutput>();
  // Some models reuse ids: a pending call of another call must not be used for this one.
  const pendingOf = async (input: unknown, { toolCallId }: AiSdkCall) => {
    const pending = await approvals.get(toolCallId);
    return pending?.tool === name && canonical(pending.arguments) === canonical(input ?? {}) ? pending : undefined;
  };
  return {
    needsApproval: async (input, own) => {
      // The SDK asks again after the approval. The call keeps its key.
      if (await pendingOf(input, own)) return true;
      const output = await call(input, own, true);
      if (output.isError && output.pending) {
        await approvals.set(own.toolCallId, output.pending);
        return true;
      }
      outputs.set(own.toolCallId, output);
      return false;
    },
    execute: async (input, own) => {
      const { toolCallId, abortSignal } = own;
      const output = outputs.get(toolCallId);
      outputs.delete(toolCallId);
      if (output) return output;
      const pending = await pendingOf(input, own);
      return pending ? resumeForModel(client, pending, true, abortSignal) : call(input, own, true);
    },
  };
};

/** The symbol by which the SDK recognises a schema that it passes on unchanged. */
const schemaSymbol = Symbol.for('vercel.ai.schema');

/**
 * The server validates the arguments, not the SDK: its failure says what to send instead, and may be corrected here.
 */
const schemaOf = (jsonSchema: JsonObject): AiSdkSchema => {
  const schema: AiSdkSchema & { readonly [schemaSymbol]: true } = {
    [schemaSymbol]: true,
    jsonSchema,
    validate: undefined,
    '~standard': { version: 1, vendor: 'recourse', validate: (value) => ({ value }) },
  };
  return schema;
};

/** A conversation may be older than these tools: output of another adapter is shown unchanged. */
const isOwn = (output: unknown): output is ToolOutput =>
  isJsonObject(output) &&
  (output['isError'] === true ? isJsonObject(output['failure']) : Array.isArray(output['content']));

const modelOutputOf = (output: unknown, version: 6 | 7): AiSdkOutput => {
  if (!isOwn(output)) return { type: 'json', value: (output ?? null) as never };
  if (output.isError) {
    const { failure } = output;
    return failure.end === 'denied'
      ? { type: 'execution-denied', reason: `${failure.code}: ${failure.todo}` }
      : { type: 'error-json', value: failure as never };
  }
  const shown = shownContent(output);
  if (shown.type === 'value') return { type: 'json', value: shown.value as never };
  const [first, ...others] = shown.parts;
  if (!first) return { type: 'text', value: '' };
  if (first.type === 'text' && others.length === 0) return { type: 'text', value: first.text };
  return { type: 'content', value: shown.parts.map((part) => partOf(part, version)) };
};

const partOf = (part: ShownPart, version: 6 | 7): AiSdkPart => {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { mediaType, data } = part;
  const written = version === 7 ? { type: 'file', data: { type: 'data', data } } : inVersion6(mediaType, data);
  return { ...written, mediaType } as AiSdkPart;
};

const inVersion6 = (mediaType: string, data: string): object => ({
  type: mediaType.startsWith('image/') ? 'image-data' : 'file-data',
  data,
});
