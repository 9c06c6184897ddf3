import type { Failure } from '../failures/failure.ts';
import type { Outcome, Success } from '../failures/outcome.ts';
import type { Json, JsonObject } from '../json.ts';

export const dialectNames = ['recourse', 'coverctl', 'launch', 'mcp-aql', 'jsonrpc', 'stagewright', 'problem'] as const;
export type DialectName = (typeof dialectNames)[number];

/** Facts about the call besides its outcome. All of them are optional. */
export interface CallFacts {
  readonly tool?: string;
  /** The id of the JSON-RPC request. */
  readonly request_id?: string | number | null;
  readonly session_id?: string;
  readonly elapsed_ms?: number;
  /** The outcome was stored by an earlier call with the same idempotency key; nothing ran for this call. */
  readonly replayed?: boolean;
  /** When the answer was created, in ISO 8601. */
  readonly timestamp?: string;
  /** `json`: the text of a failure is the whole envelope, for callers that read nothing else. */
  readonly text?: 'json';
}

/** The parts of an outcome that may survive `parse(render(outcome))`. */
export const outcomeFields = [
  'namespace',
  'code',
  'category',
  'message',
  'summary',
  'hint',
  'http',
  'retryable',
  'recovery',
  'effect',
  'details',
  'subject',
  'next_actions',
  'similar',
  'retry_after_ms',
  'cause_class',
  'correlation_id',
  'value',
  'warnings',
] as const satisfies readonly (keyof Failure | keyof Success)[];
export type CarriedField = (typeof outcomeFields)[number];

/** All fields except the summary, which a reader renders from the code's definition. */
export const allButSummary: readonly CarriedField[] = outcomeFields.filter((field) => field !== 'summary');

/**
 * All fields except those that can be looked up: the summary in the code's definition, the id of a call in the
 * canonical form.
 */
export const allToActOn: readonly CarriedField[] = allButSummary.filter((field) => field !== 'correlation_id');

/** A JSON Schema, 2020-12. */
export type JsonSchema = JsonObject;

/** The fields that decide which code a failure has in a dialect. */
export type CodeKey = Pick<Failure, 'namespace' | 'code' | 'category'>;

/** One wire format of an outcome: two pure functions and their properties. */
export interface Dialect {
  readonly name: DialectName;
  /** The fields that survive parsing. A test fixes the list, because clients rely on it. */
  readonly carries: readonly CarriedField[];
  /** The fields that the dialect adds to its own contract, as paths into the wire format. */
  readonly extensions: readonly string[];
  /** The whole message. */
  render(outcome: Outcome, facts?: CallFacts): JsonObject;
  /** The content of an MCP tool result: the whole message, unless the message is itself a protocol's frame. */
  body(outcome: Outcome, facts?: CallFacts): JsonObject;
  /** Reads a message or a body of this dialect; undefined if it is neither. Never throws. */
  parse(wire: unknown): Outcome | undefined;
  /** A shorter text for models, if the dialect has one; otherwise, the text is the body as JSON. */
  readonly line?: {
    /** Undefined if a failure cannot be written in this form. */
    render(failure: Failure, facts?: CallFacts): string | undefined;
    /** Undefined for any other string. Never throws. */
    parse(text: string): { readonly failure: Failure; readonly replayed: boolean } | undefined;
  };
  /** The dialect's code for a failure: the same code if the dialect has it, otherwise the nearest. */
  ownCode(failure: CodeKey): string | number;
  readonly schema: {
    success(value: JsonSchema): JsonSchema;
    failure(): JsonSchema;
    /**
     * The schemas for a list of tools: they only distinguish success from failure, so that tools do not repeat
     * everything else.
     */
    readonly listed: ListedSchema;
  };
}

/** The two forms of a dialect, as short as possible. Both are open: they accept every answer. */
export interface ListedSchema {
  success(value: JsonSchema): JsonSchema;
  /** `codes` are examples: a call may fail with the codes of the pipeline too. */
  failure(codes: readonly string[]): JsonSchema;
}

/** The success and failure forms of a dialect as one schema. */
export const dialectSchema = (dialect: Dialect, value: JsonSchema = { type: 'object' }): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  anyOf: [dialect.schema.success(value), dialect.schema.failure()] satisfies Json,
});
