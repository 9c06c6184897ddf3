import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { DefineContext } from './define.ts';

const mostParts = 100;

/**
 * One schema for what was put together from several: all of `allOf`, the first of `oneOf` and `anyOf` that is not
 * null. Several that differ are noted, since the first of them is stricter than the API.
 */
export const simplify = (schema: JsonObject, context: DefineContext, seen: Set<object> = new Set()): JsonObject => {
  // What was taken in once says nothing new the second time, and may lead back to itself.
  if (seen.has(schema) || seen.size > mostParts) return {};
  seen.add(schema);
  const { allOf, oneOf, anyOf, ...own } = schema;
  const parts = listOf(allOf, context).map((part) => simplify(part, context, seen));
  const choices = [...listOf(oneOf, context), ...listOf(anyOf, context)].filter(({ type }) => type !== 'null');
  const [choice] = choices;
  if (choice !== undefined) {
    const types = new Set(choices.map(({ type }) => JSON.stringify(type)));
    if (types.size > 1) context.note('takes several types, of which the first is offered');
    parts.push(simplify(choices.length > 1 && types.size === 1 ? commonOf(choices) : choice, context, seen));
  }
  const merged: Record<string, unknown> = {};
  for (const part of [...parts, own]) {
    for (const [key, value] of Object.entries(part)) {
      if (key === 'properties' && isJsonObject(value)) {
        merged[key] = { ...(merged[key] as JsonObject | undefined), ...value };
      } else if (key === 'required' && Array.isArray(value)) {
        merged[key] = [...new Set([...((merged[key] as readonly unknown[] | undefined) ?? []), ...value])];
      } else merged[key] = value;
    }
  }
  return merged as JsonObject;
};

const listOf = (value: unknown, { follow }: DefineContext): readonly JsonObject[] =>
  Array.isArray(value) ? value.map((part) => follow(part)) : [];

/** What alternatives of one type have in common: all of their properties, and only what each of them demands. */
const commonOf = (choices: readonly JsonObject[]): JsonObject => {
  const [first = {}] = choices;
  if (first['type'] !== 'object') {
    const values = choices.flatMap((choice) => (Array.isArray(choice['enum']) ? choice['enum'] : [choice['const']]));
    const { enum: _values, const: _value, pattern: _pattern, format: _format, ...rest } = first;
    return values.includes(undefined) ? rest : { ...rest, enum: values };
  }
  const demands = choices.map(({ required }) => (Array.isArray(required) ? (required as readonly unknown[]) : []));
  const properties = Object.assign({}, ...choices.map((choice) => choice['properties'] ?? {})) as JsonObject;
  const required = (demands[0] ?? []).filter((name) => demands.every((list) => list.includes(name)));
  return { ...first, properties, required } as JsonObject;
};
