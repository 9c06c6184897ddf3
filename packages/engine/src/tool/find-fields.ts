import { isJsonObject } from '@recourse/contract';
import type { JsonObject, JsonSchema } from '@recourse/contract';
import { fieldKeyword } from './field.ts';
import type { FieldGuard } from './field-guards.ts';

/** What the fields of a schema say about themselves besides their type. */
export interface Fields {
  readonly properties: readonly string[];
  readonly guards: readonly FieldGuard[];
  readonly sensitive: readonly string[];
}

/** Collects the guarded and sensitive fields of a schema, wherever they are nested. */
export const findFields = (schema: JsonSchema): Fields => {
  const guards: FieldGuard[] = [];
  const sensitive: string[] = [];
  const visit = (inner: unknown, pointer: string, depth: number): void => {
    if (!isJsonObject(inner) || depth > 32) return;
    const marks = inner[fieldKeyword];
    if (isJsonObject(marks)) {
      if (marks['sensitive'] === true) sensitive.push(pointer);
      if (typeof marks['kind'] === 'string') {
        guards.push({ pointer, kind: marks['kind'], options: isJsonObject(marks['options']) ? marks['options'] : {} });
      }
    }
    for (const [key, property] of Object.entries(asObject(inner['properties']))) {
      visit(property, `${pointer}/${escapePointer(key)}`, depth + 1);
    }
    visit(inner['items'], `${pointer}/*`, depth + 1);
    visit(inner['additionalProperties'], `${pointer}/*`, depth + 1);
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const branches = inner[keyword];
      if (Array.isArray(branches)) for (const branch of branches) visit(branch, pointer, depth + 1);
    }
  };
  visit(schema, '', 0);
  return { properties: Object.keys(asObject(schema['properties'])), guards, sensitive };
};

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
