import type { Dialect, Registry } from '@recourse/contract';
import { outputSchemaFor } from '@recourse/contract/mcp';
import type { ListedTool } from '../server/server.ts';
import type { Tool } from './operation.ts';
import { outlineOf } from './outline.ts';

/** About 160 tokens: an agent's host reads the list with those of all its other servers. */
const longestOutput = 640;

/**
 * A tool as `tools/list` shows it. Its output is an outline, and its codes are named where failures are described: in
 * the output schema or, without one, in the description. The contract of the server (`describeContract`) has both in
 * full.
 */
export const advertise = (tool: Tool, registry: Registry, dialect: Dialect): ListedTool => {
  const codes = ownCodes(tool, registry, dialect);
  return {
    name: tool.name,
    ...(tool.title !== undefined && { title: tool.title }),
    description:
      tool.output || codes.length === 0 ? tool.description : `${tool.description} Errors: ${codes.join(', ')}.`,
    inputSchema: tool.input,
    ...(tool.output && { outputSchema: outputSchemaFor(outlineOf(tool.output, longestOutput), dialect, codes) }),
    annotations: tool.annotations,
  };
};

/** The codes of a tool as its answers show them. A dialect with numbers has the names beside them. */
const ownCodes = (tool: Tool, registry: Registry, dialect: Dialect): readonly string[] => {
  const definitions = [...tool.errors].flatMap((code) => registry.find(code) ?? []);
  const shown = definitions.map((definition) => {
    const own = dialect.ownCode(definition);
    return typeof own === 'string' ? own : definition.code;
  });
  return [...new Set(shown)];
};
