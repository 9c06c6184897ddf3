import { isJsonObject } from '@recourse/contract';
import type { JsonObject, JsonSchema } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { createStageServer } from '../server.ts';
import { readSettings } from '../settings.ts';
import { originalTools } from './testing/original-tools.ts';
import type { OriginalArgument } from './testing/original-tools.ts';

/** Where an argument differs on purpose, and why. */
const differences: Readonly<Record<string, string>> = {
  'electron_snapshot budgetTokens': 'it bounds the whole answer, which takes more than 50 tokens',
};

const environment = { STAGE_ALLOW: 'eval-main,eval-renderer' };
const { server } = createStageServer({ settings: readSettings(environment, '/'), environment });
const tools = new Map((await server.listTools()).map((tool) => [tool.name, tool]));

const propertiesOf = (tool: string): JsonObject => (tools.get(tool)?.inputSchema['properties'] ?? {}) as JsonObject;

/** The alternatives of a schema that accepts values of several types. */
const branchesOf = (schema: JsonSchema): readonly JsonSchema[] =>
  Array.isArray(schema['anyOf']) ? (schema['anyOf'] as readonly JsonSchema[]) : [schema];

/** The types that a schema accepts, in the words of the table. */
const typesOf = (schema: JsonSchema): readonly string[] =>
  branchesOf(schema).flatMap(({ type, enum: values, const: value, items }) => {
    if (Array.isArray(values)) return [values.map(String).toSorted().join('|'), 'string'];
    if (value !== undefined) return [String(value), 'string'];
    if (type === 'array') return isJsonObject(items) ? typesOf(items).map((one) => `${one}[]`) : ['any[]'];
    if (type === 'number') return ['number', 'integer'];
    return [typeof type === 'string' ? type : 'any'];
  });

/** Where a range ends: of a number, of the length of a string, or of a list. */
const boundOf = (schema: JsonSchema, end: 'min' | 'max'): number | undefined => {
  const { type } = schema;
  const keyword = type === 'array' ? `${end}Items` : type === 'string' ? `${end}Length` : `${end}imum`;
  return schema[keyword] as number | undefined;
};

const problemsOf = (tool: string, name: string, original: OriginalArgument): readonly string[] => {
  const schema = propertiesOf(tool)[name];
  if (!isJsonObject(schema)) return ['missing'];
  const types = typesOf(schema);
  const wanted = original.type.split('|').toSorted().join('|');
  const isRequired =
    (tools.get(tool)?.inputSchema['required'] as readonly string[] | undefined)?.includes(name) ?? false;
  const cappedAt = Number(/Capped at (\d+)/u.exec(String(schema['description']))?.[1]);
  return [
    ...(types.includes(wanted) || wanted === 'any' ? [] : [`type ${types.join(' or ')}, not ${wanted}`]),
    ...(isRequired === (original.isRequired ?? false) ? [] : [`required: ${isRequired}`]),
    ...('default' in original && JSON.stringify(schema['default'] ?? false) !== JSON.stringify(original.default)
      ? [`default ${JSON.stringify(schema['default'])}`]
      : []),
    ...(original.minimum !== undefined && (boundOf(schema, 'min') ?? -Infinity) > original.minimum ? ['minimum'] : []),
    ...(original.maximum !== undefined && (boundOf(schema, 'max') ?? Infinity) < original.maximum ? ['maximum'] : []),
    ...(original.cappedAt !== undefined && cappedAt !== original.cappedAt ? [`capped at ${cappedAt}`] : []),
    ...(original.cappedAt !== undefined && boundOf(schema, 'max') !== undefined ? ['refused above its cap'] : []),
  ];
};

describe('the tools of the original', () => {
  it('are all in the table', () => {
    expect(Object.keys(originalTools)).toHaveLength(57);
  });

  const rows = Object.entries(originalTools);

  it.each(rows)(
    '%s takes the same arguments, with the same defaults and at least the same values',
    (tool, original) => {
      expect(tools.has(tool)).toBe(true);
      for (const [name, argument] of Object.entries(original)) {
        const key = `${tool} ${name}`;
        const problems = problemsOf(tool, name, argument);
        if (key in differences) expect(problems, `${key} no longer differs`).not.toEqual([]);
        else expect(problems, key).toEqual([]);
      }
    },
  );

  it('have an additional one for forms, which accepts several fields, each with a target and a value', () => {
    expect(originalTools).not.toHaveProperty('electron_fill_form');
    const { fields, timeoutMs } = propertiesOf('electron_fill_form') as Readonly<Record<string, JsonSchema>>;
    expect(timeoutMs).toEqual(propertiesOf('electron_type')['timeoutMs']);
    const { properties, required } = (fields?.['items'] ?? {}) as {
      properties: JsonObject;
      required: readonly string[];
    };
    const { ref, selector, by } = propertiesOf('electron_type');
    expect(properties).toMatchObject({ ref, selector, by, value: expect.any(Object) as object });
    expect(required).toEqual(['value']);
  });

  it('have every target as ref, selector, or role and name', () => {
    for (const [tool, original] of rows) {
      if (!('ref' in original && 'selector' in original)) continue;
      expect(Object.keys(propertiesOf(tool)), tool).toEqual(expect.arrayContaining(['ref', 'selector', 'by']));
      expect(tools.get(tool)?.description, tool).toMatch(/one of ref, selector(?: and|,) by/u);
    }
  });
});
