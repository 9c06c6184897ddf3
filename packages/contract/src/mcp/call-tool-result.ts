import type { CallFacts, Dialect } from '../dialects/dialect.ts';
import { recourse } from '../dialects/recourse/index.ts';
import { bodyText } from '../dialects/with-meta.ts';
import type { Outcome } from '../failures/outcome.ts';
import type { JsonObject } from '../json.ts';

/** Under this key of a result's `_meta` stands the canonical failure, whatever the dialect. */
export const failureMetaKey = 'dev.recourse/failure';
/** Under this key of `capabilities.extensions` a server announces the contract. */
export const contractExtensionKey = 'dev.recourse/contract';

/** What MCP calls a CallToolResult, as far as we fill it in. */
export interface ToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent: { [key: string]: unknown };
  isError?: boolean;
  _meta?: { [key: string]: unknown };
}

/**
 * An outcome as the result of `tools/call`. A failure is written three times, because clients differ in what they
 * pass on: the first text block is the dialect's envelope and nothing else, the same envelope is the structured
 * content, and the canonical failure stands in `_meta`.
 */
export const toCallToolResult = (outcome: Outcome, dialect: Dialect = recourse, facts?: CallFacts): ToolResult => {
  const body = dialect.body(outcome, facts);
  const result: ToolResult = {
    content: [{ type: 'text', text: bodyText(body) }],
    structuredContent: body,
  };
  if (outcome.ok) return result;
  const canonical: JsonObject = dialect === recourse ? body : recourse.render(outcome, facts);
  return { ...result, isError: true, _meta: { [failureMetaKey]: canonical } };
};
