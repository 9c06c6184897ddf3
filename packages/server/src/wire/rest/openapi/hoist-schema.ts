import { isJsonObject } from '@recourse/contract';
import type { JsonSchema } from '@recourse/contract';

/** Keywords whose values are data, not schemas. */
const data: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'example']);

/**
 * Moves a schema of its own into the components of an OpenAPI document. There, references start at the root of the
 * document: `#` and `#/$defs/x` would lead elsewhere. Adds the schema and its definitions to `components`.
 */
export const hoistSchema = (schema: JsonSchema, name: string, components: Record<string, JsonSchema>): JsonSchema => {
  const place = `#/components/schemas/${name}`;
  const { $defs, $schema: _, $id: __, ...own } = schema as Record<string, unknown>;
  components[name] = rewritten(own, place) as JsonSchema;
  if (isJsonObject($defs)) {
    for (const [key, defined] of Object.entries($defs)) {
      components[definitionName(name, key)] = rewritten(defined, place) as JsonSchema;
    }
  }
  return { $ref: place };
};

const definitionName = (name: string, key: string): string => `${name}.${componentName(key)}`;

/** The characters that the name of a component may have. */
export const componentName = (name: string): string => name.replaceAll(/[^\w.-]/gu, '_');

const rewritten = (value: unknown, place: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, place));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === '$ref' && typeof inner === 'string') return [key, referred(inner, place)];
      return [key, data.has(key) ? inner : rewritten(inner, place)];
    }),
  );
};

const referred = (reference: string, place: string): string => {
  const [, key, rest = ''] = /^#\/\$defs\/([^/]+)(\/.*)?$/u.exec(reference) ?? [];
  if (key !== undefined) return `${place}.${componentName(unescaped(key))}${rest}`;
  return reference === '#' || reference.startsWith('#/') ? `${place}${reference.slice(1)}` : reference;
};

/** A key as the schema has it: a pointer escapes it, and a URI encodes the pointer. */
const unescaped = (part: string): string => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
