import { isJsonObject } from '@recourse/contract';
import type { Json, JsonSchema } from '@recourse/contract';

/** A pattern in a schema, and the path of its field. */
export interface FoundPattern {
  readonly path: string;
  readonly source: string;
}

/** Keywords whose keys are names, and whose values are schemas. */
const namedSchemas: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** Lists the patterns of a schema: of strings, of the names of fields, and in definitions. */
export const findPatterns = (schema: JsonSchema): readonly FoundPattern[] => {
  const found: FoundPattern[] = [];
  const visit = (value: Json | undefined, path: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item as Json, path);
    if (!isJsonObject(value)) return;
    if (typeof value['pattern'] === 'string') found.push({ path, source: value['pattern'] });
    for (const [key, inner] of Object.entries(value)) {
      if (dataKeywords.has(key)) continue;
      if (key === 'patternProperties' && isJsonObject(inner)) {
        for (const source of Object.keys(inner)) found.push({ path: `${path}.*`, source });
      }
      if ((namedSchemas.has(key) || key === 'patternProperties') && isJsonObject(inner)) {
        for (const [name, named] of Object.entries(inner)) visit(named, `${path}.${name}`);
      } else visit(inner, path);
    }
  };
  visit(schema, '');
  return found;
};
