import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Io } from '../command.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { alignColumns } from '../terminal/align-columns.ts';
import { clip } from '../terminal/labelled.ts';
import { createPaint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';

/** A tool, as far as a server's own list can be believed to have one. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly reads: boolean;
  readonly inputSchema: JsonObject;
}

const mostTools = 10_000;

/** The tools in the result of a list. */
export const toolsIn = (listed: unknown): readonly ListedTool[] => {
  const tools: unknown = isJsonObject(listed) ? listed['tools'] : undefined;
  if (!Array.isArray(tools)) throw new OperatorError('SERVER_INVALID', 'The server did not return a list of tools.');
  return tools.slice(0, mostTools).flatMap((tool: unknown) => {
    if (!isJsonObject(tool) || typeof tool['name'] !== 'string') return [];
    const { name, description, annotations, inputSchema } = tool;
    return {
      name,
      description: typeof description === 'string' ? description : '',
      reads: isJsonObject(annotations) && annotations['readOnlyHint'] === true,
      inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    };
  });
};

/** One line for each tool. */
export const toolsPage = (tools: readonly ListedTool[], io: Pick<Io, 'columns'>): string =>
  alignColumns(
    tools.map(({ name, reads, description }) => [visible(name), reads ? 'reads' : 'writes', summaryOf(description)]),
  )
    .map((line) => clip(line, io.columns ?? 160))
    .join('\n');

/** One tool: what it says of itself, and its arguments. */
export const toolPage = ({ name, reads, description, inputSchema }: ListedTool, io: Pick<Io, 'colours'>): string => {
  const paint = createPaint(io.colours);
  const { properties, required } = inputSchema;
  const demanded: readonly unknown[] = Array.isArray(required) ? required : [];
  const rows = Object.entries(isJsonObject(properties) ? properties : {}).map(([argument, schema]) => [
    `  ${visible(argument)}`,
    typeWords(schema),
    demanded.includes(argument) ? 'required' : '',
    isJsonObject(schema) && typeof schema['description'] === 'string' ? firstLine(schema['description']) : '',
  ]);
  return [
    `${paint.bold(visible(name))}  ${reads ? 'reads' : 'writes'}`,
    ...description.split('\n').map((line) => visible(line)),
    ...(rows.length === 0 ? ['It takes no arguments.'] : ['Arguments:', ...alignColumns(rows)]),
  ].join('\n');
};

/** Our servers write their codes behind the description, for models; the page of the tool shows them. */
const summaryOf = (description: string): string => firstLine(description).replace(/ Errors: [A-Z].*$/, '');

const firstLine = (text: string): string => visible(text.trim().split('\n')[0] ?? '');

const typeWords = (schema: unknown): string => {
  if (!isJsonObject(schema)) return '';
  const { type, enum: values, items } = schema;
  if (Array.isArray(values)) return clip(visible(values.map(String).join('|')), 60);
  if (type === 'array') return `list of ${typeWords(items) || 'anything'}`;
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string').join('|');
};
