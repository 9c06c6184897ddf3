import type { CallFacts, Dialect } from '../dialects/dialect.ts';
import { recourse } from '../dialects/recourse/index.ts';
import { bodyText } from '../dialects/with-meta.ts';
import type { ContentBlock } from '../failures/content-block.ts';
import type { Failure } from '../failures/failure.ts';
import type { Outcome, Success } from '../failures/outcome.ts';
import { isJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';

/** The key of the canonical failure in a result's `_meta`, in dialects whose envelope is not it already. */
export const failureMetaKey = 'dev.recourse/failure';
/** Under this key of `capabilities.extensions` a server announces the contract. */
export const contractExtensionKey = 'dev.recourse/contract';

/** The fields of MCP's CallToolResult that are filled in here. */
export interface ToolResult {
  [key: string]: unknown;
  content: ContentBlock[];
  /** Absent only if a tool answers with blocks and nothing else. */
  structuredContent?: { [key: string]: unknown };
  isError?: boolean;
  _meta?: { [key: string]: unknown };
}

/**
 * An outcome as the result of `tools/call`. Clients differ in what they pass on of a failure: the first text block is
 * what models read, and enough to act on; the structured content is the dialect's envelope; the canonical failure
 * is in `_meta`, unless the envelope is it. The blocks of a success follow its envelope.
 */
export const toCallToolResult = (outcome: Outcome, dialect: Dialect = recourse, facts?: CallFacts): ToolResult => {
  const body = dialect.body(outcome, facts);
  const result: ToolResult = {
    content: [{ type: 'text', text: (outcome.ok ? undefined : lineOf(outcome, dialect, facts)) ?? bodyText(body) }],
    structuredContent: body,
  };
  if (outcome.ok) return outcome.content || outcome.contentOnly ? withBlocks(result, outcome) : result;
  if (dialect === recourse) return { ...result, isError: true };
  return { ...result, isError: true, _meta: { [failureMetaKey]: recourse.render(outcome, facts) } };
};

/** The short text of a failure; undefined if its text is the whole envelope. */
export const lineOf = (failure: Failure, dialect: Dialect, facts?: CallFacts): string | undefined =>
  facts?.text === 'json' ? undefined : dialect.line?.render(failure, facts);

/** Blocks follow the envelope. Where they are the whole result, it only follows them, and only to say its warnings. */
const withBlocks = (result: ToolResult, success: Success): ToolResult => {
  const { content: envelope } = result;
  if (!success.contentOnly) return { ...result, content: [...envelope, ...(success.content ?? [])] };
  const { content } = success.value as { readonly content: readonly ContentBlock[] };
  return { content: [...content, ...(success.warnings.length > 0 ? envelope : [])] };
};

/** Finds the canonical failure in a result, without reading it: in `_meta`, or the envelope if the dialect is ours. */
export const canonicalOf = (result: unknown): JsonObject | undefined => {
  if (!isJsonObject(result)) return undefined;
  const { _meta: meta, structuredContent: envelope } = result;
  const given = isJsonObject(meta) ? meta[failureMetaKey] : undefined;
  if (isJsonObject(given)) return given;
  // Other servers have `ok` and `code`, too; only ours report the effect of the call.
  const isOurs = isJsonObject(envelope) && envelope['ok'] === false && envelope['effect'] !== undefined;
  return isOurs && envelope['recovery'] !== undefined ? envelope : undefined;
};
