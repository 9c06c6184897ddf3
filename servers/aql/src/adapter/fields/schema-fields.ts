import type { JsonSchema } from '@recourse/contract';
import { knownFormats, readPattern } from '@recourse/engine/third-party-schemas';
import { caution, wrong } from '../rules/findings.ts';
import { boolean, fields, ignored, json, list, named, number, oneOf, text } from '../rules/index.ts';
import type { Rule } from '../rules/index.ts';
import { buildSchema } from './build-schema.ts';

/** `any` accepts every value, which the API checks; `file` is an object with the content of a file. */
export const valueTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'any', 'file'] as const;
export type ValueType = (typeof valueTypes)[number];

/** A pattern that the engine can run in linear time. */
const pattern: Rule<string> = (place, report) => {
  const source = text({ longest: 1000 })(place, report);
  if (source === undefined) return undefined;
  const compiled = readPattern(source);
  if (!('problem' in compiled)) return source;
  report(
    wrong(place, 'a pattern that runs in linear time', { actual: `one that cannot be used: ${compiled.problem}` }),
  );
  return undefined;
};

const format: Rule<string> = (place, report) => {
  const name = text({ longest: 64, pattern: /^[a-z0-9][a-z0-9-]*$/i, expected: 'the name of a format' })(place, report);
  if (name !== undefined && !knownFormats.includes(name)) {
    report(
      caution(
        place,
        `Format '${name}' is shown to callers but not checked`,
        `known formats: ${knownFormats.join(', ')}`,
      ),
    );
  }
  return name;
};

const length = number({ least: 0, most: 10_000_000, whole: true });

/** Member names of an object are the API's, so they are taken as they are. */
const anyName = (): boolean => true;

/** A value inside another: an item of a list, or a member of an object. */
export interface InnerSchema {
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly isFile: boolean;
}

const inner: Rule<InnerSchema> = (place, report) => {
  const section = fields(schemaFields, { required: { type: 'the type of the value' }, advice: schemaAdvice })(
    place,
    report,
  );
  const schema = section && buildSchema(section, report);
  return schema && { schema, required: section.is.required ?? false, isFile: section.is.type === 'file' };
};

/** The constraints on a value. Parameters, members of `input`, fields of types and items of lists share them. */
export const schemaFields = {
  type: oneOf(valueTypes),
  description: text(),
  nullable: boolean,
  default: json,
  enum: list(json, { least: 1 }),
  minimum: number(),
  maximum: number(),
  minLength: length,
  maxLength: length,
  pattern,
  format,
  items: inner,
  minItems: length,
  maxItems: length,
  uniqueItems: boolean,
  properties: named(inner, anyName),
  additional_properties: boolean,
  example: ignored(),
  required: boolean,
} as const;

export const schemaAdvice = {
  min_length: "did you mean 'minLength'?",
  max_length: "did you mean 'maxLength'?",
  min: "did you mean 'minimum'?",
  max: "did you mean 'maximum'?",
};
