import type { Json, JsonObject, JsonSchema } from '@recourse/contract';

/** The facts about one parameter that MCP-AQL defines: a closed list. */
export interface ParameterInfo {
  readonly name: string;
  readonly required: boolean;
  readonly sensitive?: boolean;
  readonly schema: JsonSchema;
}

const facts = [
  'description',
  'default',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'items',
] as const;

export const describeParameter = ({ name, required, sensitive = false, schema }: ParameterInfo): JsonObject => ({
  name,
  type: typeOf(schema),
  required,
  ...Object.fromEntries(
    facts.flatMap((fact): readonly (readonly [string, Json])[] => {
      const value = schema[fact];
      // A sensitive default is not shown either.
      return value === undefined || (sensitive && fact === 'default') ? [] : [[fact, value]];
    }),
  ),
  ...(sensitive && { sensitive: true }),
});

/** One word for a type, and the words of all where there are several. */
const typeOf = (schema: JsonSchema): string => {
  const { type, anyOf } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.join('|');
  if (Array.isArray(anyOf)) return [...new Set((anyOf as readonly JsonSchema[]).map(typeOf))].join('|');
  return 'any';
};
