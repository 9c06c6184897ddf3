import { isJsonObject } from '@recourse/contract';
import type { JsonObject, JsonSchema } from '@recourse/contract';
import type { FieldGuard } from './field-guard.ts';
import { fieldKeyword } from './field.ts';

/** The fields of a schema, and the marks on them. */
export interface Fields {
  readonly properties: readonly string[];
  readonly guards: readonly FieldGuard[];
  readonly sensitive: readonly string[];
  /** How many marks no pointer can reach. Such a field would be neither guarded nor hidden. */
  readonly unreachable: number;
}

/** Collects the guarded and sensitive fields of a schema, wherever they are nested. */
export const findFields = (schema: JsonSchema): Fields => {
  const guards: FieldGuard[] = [];
  const sensitive: string[] = [];
  const reached = new Set<JsonObject>();
  const visit = (inner: unknown, pointer: string): void => {
    if (!isJsonObject(inner)) return;
    const marks = inner[fieldKeyword];
    if (isJsonObject(marks)) {
      reached.add(marks);
      if (marks['sensitive'] === true) sensitive.push(pointer);
      if (typeof marks['kind'] === 'string') {
        guards.push({ pointer, kind: marks['kind'], options: asObject(marks['options']) });
      }
    }
    for (const [key, property] of Object.entries(asObject(inner['properties']))) {
      visit(property, `${pointer}/${escapePointer(key)}`);
    }
    for (const [index, item] of asList(inner['prefixItems']).entries()) visit(item, `${pointer}/${index}`);
    for (const keyword of ['items', 'additionalProperties']) visit(inner[keyword], `${pointer}/*`);
    for (const pattern of Object.values(asObject(inner['patternProperties']))) visit(pattern, `${pointer}/*`);
    for (const keyword of ['if', 'then', 'else']) visit(inner[keyword], pointer);
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      for (const branch of asList(inner[keyword])) visit(branch, pointer);
    }
  };
  visit(schema, '');
  const unreachable = marksIn(schema).filter((marks) => !reached.has(marks)).length;
  return { properties: Object.keys(asObject(schema['properties'])), guards, sensitive, unreachable };
};

/** Every mark of a schema, including those in definitions and behind references. */
const marksIn = (value: unknown): readonly JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(marksIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === fieldKeyword && isJsonObject(inner) ? [inner] : marksIn(inner),
  );
};

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
