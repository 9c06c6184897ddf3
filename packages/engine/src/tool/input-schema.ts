import type { JsonSchema } from '@recourse/contract';
import { z } from 'zod';
import { findPatterns } from '../validation/find-patterns.ts';
import { judgePattern } from '../validation/judge-pattern.ts';
import { foreignSchemaProblems } from './foreign-schema.ts';
import { formatDefs, formatProblems, publishFormatOptions } from './string-formats.ts';

export interface DerivedSchema<Schema> {
  readonly schema: Schema;
  /** The parts that JSON Schema cannot express, each with its path; the schema is then unusable. */
  readonly problems: readonly string[];
}

/**
 * The JSON Schema that is published and that Ajv validates. Zod can express more than JSON Schema; anything that would
 * be lost is a problem, because a caller could never see the rule that it breaks.
 */
export const inputSchemaOf = (schema: z.ZodObject | JsonSchema): DerivedSchema<JsonSchema> => {
  if (!isZodObject(schema)) return isZod3(schema) ? { schema, problems: [zod3Problem] } : foreign(schema);
  const problems = zodProblems(schema, { strict: true });
  return derive(schema, 'input', problems);
};

/**
 * The JSON Schema of a tool's success. Its objects may be open: a published output schema is a promise, not a
 * restriction.
 */
export const outputSchemaOf = (schema: z.ZodObject | JsonSchema | undefined): DerivedSchema<JsonSchema | undefined> => {
  if (schema === undefined) return { schema: undefined, problems: [] };
  if (!isZodObject(schema)) return isZod3(schema) ? { schema, problems: [zod3Problem] } : foreign(schema);
  const problems = zodProblems(schema, { strict: false });
  return derive(schema, 'output', problems);
};

/** A schema that is too deep or refers to others is not read any further. */
const foreign = (schema: JsonSchema): DerivedSchema<JsonSchema> => {
  const problems = foreignSchemaProblems(schema);
  return { schema: problems.length > 0 ? {} : schema, problems };
};

const derive = (
  schema: z.ZodObject,
  io: 'input' | 'output',
  problems: readonly string[],
): DerivedSchema<JsonSchema> => {
  if (problems.length > 0) return { schema: {}, problems };
  const derived = toJsonSchema(schema, io);
  return { schema: derived, problems: patternProblems(derived) };
};

/** Lists the problems with the patterns of a schema: they run for every caller, so they must run in linear time. */
const patternProblems = (schema: JsonSchema): readonly string[] =>
  findPatterns(schema).flatMap(({ path, source }) => {
    const judged = judgePattern(source);
    return judged.run === 'refused' ? [`${path}: the pattern '${source.slice(0, 100)}' ${judged.problem}`] : [];
  });

const isZodObject = (schema: z.ZodObject | JsonSchema): schema is z.ZodObject => schema instanceof z.ZodObject;

/** Whether a schema was made by zod 3. Plain JavaScript and mixed installations are not checked by the types. */
const isZod3 = (schema: object): boolean => '_def' in schema && !('_zod' in schema);

const zod3Problem = ': this is a Zod 3 schema; install zod ^4.2.0 and define the schema with it';

const toJsonSchema = (schema: z.ZodObject, io: 'input' | 'output'): JsonSchema => {
  const options = { io, target: 'draft-2020-12', override: publishFormatOptions } as const;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options) as JsonSchema;
  return rest;
};

interface Definition {
  readonly type: string;
  readonly coerce?: boolean;
  readonly catchall?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly items?: readonly z.core.$ZodType[];
  readonly rest?: z.core.$ZodType | null;
  readonly innerType?: z.core.$ZodType;
  readonly keyType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly left?: z.core.$ZodType;
  readonly right?: z.core.$ZodType;
  readonly getter?: () => z.core.$ZodType;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
}

/** Types that JSON Schema cannot express, and what to use instead. */
const refusedTypes: Readonly<Record<string, string>> = {
  transform: 'a transform changes the value; do it in the handler',
  pipe: 'a pipe or preprocess changes the value; do it in the handler',
  catch: 'a catch hides invalid values; remove it, so that they are refused',
  date: 'JSON has no dates; use z.iso.datetime()',
  bigint: 'JSON has no big integers; use z.string()',
  map: 'JSON has no maps; use z.record()',
  set: 'JSON has no sets; use z.array()',
  symbol: 'JSON has no symbols',
  function: 'JSON has no functions',
  custom: 'a custom check cannot be expressed in JSON Schema',
  file: 'JSON has no files; use base64 in z.string()',
  undefined: 'JSON has no undefined; use optional()',
  void: 'JSON has no undefined; use optional()',
  nan: 'JSON has no NaN',
  promise: 'JSON has no promises',
};

const zodProblems = (root: z.core.$ZodType, rules: { readonly strict: boolean }): readonly string[] => {
  const problems: string[] = [];
  const seen = new Set<z.core.$ZodType>();
  const visit = (schema: z.core.$ZodType | undefined | null, path: string): void => {
    if (!schema || seen.has(schema)) return;
    seen.add(schema);
    if (isZod3(schema)) {
      problems.push(`${path}${zod3Problem}`);
      return;
    }
    const definition = schema._zod.def as unknown as Definition;
    const refused = refusedTypes[definition.type];
    if (refused) problems.push(`${path}: ${refused}`);
    if (definition.coerce) problems.push(`${path}: coerce changes the value; use the type without coerce`);
    for (const { def } of formatDefs(schema))
      problems.push(...formatProblems(def).map((problem) => `${path}: ${problem}`));
    for (const check of definition.checks ?? []) {
      if (check._zod.def.check === 'custom')
        problems.push(`${path}: refine cannot be expressed in JSON Schema; use exclusive() or a guard`);
      if (check._zod.def.check === 'overwrite')
        problems.push(`${path}: trim and similar methods change the value; do it in the handler`);
    }
    if (definition.type === 'object' && rules.strict) {
      const closed = (definition.catchall?._zod.def as unknown as Definition | undefined)?.type === 'never';
      if (!closed) problems.push(`${path}: use z.strictObject, so that unknown fields are refused, not dropped`);
    }
    for (const [key, inner] of Object.entries(definition.shape ?? {})) visit(inner, `${path}.${key}`);
    for (const [index, inner] of (definition.items ?? []).entries()) visit(inner, `${path}[${index}]`);
    for (const inner of definition.options ?? []) visit(inner, path);
    visit(definition.element, `${path}[]`);
    visit(definition.rest, `${path}[]`);
    visit(definition.innerType, path);
    visit(definition.keyType, `${path}.*`);
    visit(definition.valueType, `${path}.*`);
    visit(definition.left, path);
    visit(definition.right, path);
    if (definition.type === 'lazy') visit(definition.getter?.(), path);
  };
  visit(root, '');
  return problems;
};
