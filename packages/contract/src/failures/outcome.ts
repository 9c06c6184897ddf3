import type { Json, JsonObject } from '../json.ts';
import type { ContentBlock } from './content-block.ts';
import type { AnyCode, Failure } from './failure.ts';

/** A notice about a call that succeeded. */
export interface Warning<Code extends string = AnyCode, Details = JsonObject> {
  readonly namespace: string | null;
  readonly code: Code;
  readonly message: string;
  readonly details?: Details;
}

/** A call that did what was requested. */
export interface Success<Value extends Json = Json> {
  readonly ok: true;
  readonly value: Value;
  readonly warnings: readonly Warning[];
  /** Blocks that follow the envelope in the result of an MCP tool: images, documents, links. */
  readonly content?: readonly ContentBlock[];
  /** True if the value is `{ content }` and these blocks are the whole result, with no envelope before them. */
  readonly contentOnly?: true;
  /** True if the value sums up a batch that names its operations. Some dialects have their own form for that. */
  readonly batch?: true;
}

/** The result of a tool call: a success or a failure. */
export type Outcome<Value extends Json = Json> = Success<Value> | Failure;

/** Creates a success, with its warnings. */
export const succeed = <Value extends Json>(value: Value, warnings: readonly Warning[] = []): Success<Value> => ({
  ok: true,
  value,
  warnings,
});

/**
 * Creates a success whose result also has content blocks after the envelope. Programs read the value; the blocks are
 * for models.
 */
export const withContent = <Value extends Json>(value: Value, content: readonly ContentBlock[]): Success<Value> => ({
  ok: true,
  value,
  warnings: [],
  content,
});

/** Creates a success that consists only of content blocks, for tools without an output schema. */
export const onlyContent = (content: readonly ContentBlock[]): Success => ({
  ok: true,
  value: { content },
  warnings: [],
  contentOnly: true,
});
