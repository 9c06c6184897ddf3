import type { Dialect, Registry } from '@recourse/contract';
import { outputSchemaFor } from '@recourse/contract/mcp';
import type { ListedTool } from '../server/server.ts';
import { describeChoice } from '../fields/choices.ts';
import { listInput } from './list-input.ts';
import type { Tool } from './operation.ts';
import { outlineOf } from './outline.ts';

/** About 160 tokens: an agent's host reads the list with those of all its other servers. */
const longestOutput = 640;

/** Where a list of tools names the codes of each: in its output schema, or in the description that a model reads. */
export type CodesIn = 'output' | 'description';

/**
 * A tool as `tools/list` shows it. Its output is an outline, and its codes are named where failures are described: in
 * the output schema or, without one, in the description. Rules about which fields exclude each other are sentences of
 * the description. The contract of the server (`describeContract`) has all of it in full.
 */
export const advertise = (
  tool: Tool,
  { registry, dialect, codesIn }: { readonly registry: Registry; readonly dialect: Dialect; readonly codesIn: CodesIn },
): ListedTool => {
  const codes = ownCodes(tool, registry, dialect);
  const isInOutput = tool.output !== undefined && codesIn === 'output';
  const { schema, choices } = listInput(tool.input);
  const sentences = [
    tool.description,
    ...choices.map((choice) => `Give ${describeChoice(choice)}.`),
    ...(isInOutput || codes.length === 0 ? [] : [`Errors: ${codes.join(', ')}.`]),
  ];
  const output = tool.output && outlineOf(tool.output, longestOutput);
  return {
    name: tool.name,
    ...(tool.title !== undefined && { title: tool.title }),
    description: sentences.join(' '),
    inputSchema: schema,
    ...(output && { outputSchema: outputSchemaFor(output, dialect, isInOutput ? codes : []) }),
    annotations: tool.annotations,
  };
};

/** The codes of a tool as its answers show them. A dialect with numbers has the names next to them. */
const ownCodes = (tool: Tool, registry: Registry, dialect: Dialect): readonly string[] => {
  const definitions = [...tool.errors].flatMap((code) => registry.find(code) ?? []);
  const shown = definitions.map((definition) => {
    const own = dialect.ownCode(definition);
    return typeof own === 'string' ? own : definition.code;
  });
  return [...new Set(shown)];
};
