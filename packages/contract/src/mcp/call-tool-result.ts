import type { CallFacts, Dialect } from '../dialects/dialect.ts';
import { recourse } from '../dialects/recourse/index.ts';
import { bodyText } from '../dialects/with-meta.ts';
import type { ContentBlock } from '../failures/content-block.ts';
import type { Outcome, Success } from '../failures/outcome.ts';
import type { JsonObject } from '../json.ts';

/** Under this key of a result's `_meta` stands the canonical failure, whatever the dialect. */
export const failureMetaKey = 'dev.recourse/failure';
/** Under this key of `capabilities.extensions` a server announces the contract. */
export const contractExtensionKey = 'dev.recourse/contract';

/** What MCP calls a CallToolResult, as far as we fill it in. */
export interface ToolResult {
  [key: string]: unknown;
  content: ContentBlock[];
  /** Absent only where a tool answers with blocks and nothing else. */
  structuredContent?: { [key: string]: unknown };
  isError?: boolean;
  _meta?: { [key: string]: unknown };
}

/**
 * An outcome as the result of `tools/call`. A failure is written three times, because clients differ in what they
 * pass on: the first text block is the dialect's envelope and nothing else, the same envelope is the structured
 * content, and the canonical failure stands in `_meta`. The blocks of a success follow its envelope.
 */
export const toCallToolResult = (outcome: Outcome, dialect: Dialect = recourse, facts?: CallFacts): ToolResult => {
  const body = dialect.body(outcome, facts);
  const result: ToolResult = {
    content: [{ type: 'text', text: bodyText(body) }],
    structuredContent: body,
  };
  if (outcome.ok) return outcome.content || outcome.contentOnly ? withBlocks(result, outcome) : result;
  const canonical: JsonObject = dialect === recourse ? body : recourse.render(outcome, facts);
  return { ...result, isError: true, _meta: { [failureMetaKey]: canonical } };
};

/** Blocks follow the envelope. Where they are the whole result, it only follows them, and only to say its warnings. */
const withBlocks = (result: ToolResult, success: Success): ToolResult => {
  const { content: envelope } = result;
  if (!success.contentOnly) return { ...result, content: [...envelope, ...(success.content ?? [])] };
  const { content } = success.value as { readonly content: readonly ContentBlock[] };
  return { content: [...content, ...(success.warnings.length > 0 ? envelope : [])] };
};
