import type { CodeDefinition, Dialect, JsonObject, Registry } from '@recourse/contract';
import { outputSchemaFor } from '@recourse/contract/mcp';
import type { ListedTool } from '../server/server.ts';
import type { Tool } from './operation.ts';

/** Under this key of a listed tool stand the codes that it declares, with their facts. */
export const codesMetaKey = 'dev.recourse/codes';

/** About 120 tokens: a description is read with every other tool's. */
const longestCodes = 480;

/** A tool as `tools/list` shows it: the codes in few words in its description, and in full in `_meta`. */
export const advertise = (tool: Tool, registry: Registry, dialect: Dialect): ListedTool => {
  const codes = [...tool.errors].flatMap((code) => registry.find(code) ?? []);
  return {
    name: tool.name,
    ...(tool.title !== undefined && { title: tool.title }),
    description: `${tool.description}${inline(codes)}`,
    inputSchema: tool.input,
    ...(tool.output && { outputSchema: outputSchemaFor(tool.output, dialect) }),
    annotations: tool.annotations,
    _meta: { [codesMetaKey]: codes.map(factsOf) },
  };
};

const inline = (codes: readonly CodeDefinition[]): string => {
  if (codes.length === 0) return '';
  const words = codes.map(({ code, recovery, retryable }) => `${code} (${recovery}${retryable ? ', retryable' : ''})`);
  let kept = words.length;
  while (kept > 1 && words.slice(0, kept).join(', ').length > longestCodes) kept -= 1;
  const more = kept < words.length ? ` and ${words.length - kept} more` : '';
  return ` Errors: ${words.slice(0, kept).join(', ')}${more}.`;
};

const factsOf = (definition: CodeDefinition): JsonObject => ({
  ...(definition.namespace !== null && { namespace: definition.namespace }),
  code: definition.code,
  category: definition.category,
  http: definition.http,
  retryable: definition.retryable,
  recovery: definition.recovery,
  summary: definition.summary,
});
