import type { JsonSchema } from '@recourse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { fieldKeyword } from '../fields/field.ts';
import { withoutDecidedFormats } from './decided-formats.ts';
import { judgePattern } from './judge-pattern.ts';
import { createFormatCheck, formatKeyword, zodFormats } from './zod-formats.ts';

/** Compiles an expression of RE2. */
export type LinearRegExp = (source: string) => RegExp;

const createAjv = (regExp: (pattern: string) => RegExp, validateSchema: boolean): Ajv2020 => {
  const ajv = new Ajv2020({
    validateSchema,
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: false,
    logger: false,
    code: { regExp: Object.assign(regExp, { code: 'regExp' }) },
  });
  ajv.addKeyword(fieldKeyword);
  addFormats.default(ajv);
  return ajv;
};

/** The engine for patterns that RE2 runs, once one was needed. */
let linear: LinearRegExp | undefined;

const compileLinear = (source: string): RegExp => {
  if (!linear) throw new Error('RE2 is not loaded');
  return linear(source);
};

const ownRegExp = (pattern: string): RegExp => {
  const judged = judgePattern(pattern);
  if (judged.run === 'refused') throw new TypeError(`The pattern '${pattern.slice(0, 100)}' ${judged.problem}`);
  return judged.run === 'native' ? new RegExp(pattern, judged.flags) : compileLinear(judged.source);
};

const createOwnAjv = (): Ajv2020 => {
  // Zod derives these schemas. Ajv would compile the schema of JSON Schema first, which the first call would wait for.
  const ajv = createAjv(ownRegExp, false);
  for (const [name, check] of Object.entries(zodFormats)) ajv.addFormat(name, check);
  return ajv.addKeyword({
    keyword: formatKeyword,
    type: 'string',
    schemaType: 'object',
    compile: createFormatCheck,
    error: { message: 'must have the required format' },
  });
};

let own: Ajv2020 | undefined;
let foreign: Ajv2020 | undefined;

/**
 * Compiles a schema. Patterns of schemas that zod derived run as `judgePattern` decides, patterns of all other schemas
 * in RE2. `linearRegExp` is needed for the first schema with a pattern for RE2.
 */
export const compileSchema = (
  schema: JsonSchema,
  isForeign: boolean,
  linearRegExp: LinearRegExp | undefined,
): ValidateFunction => {
  linear ??= linearRegExp;
  if (isForeign) return compileWith((foreign ??= createAjv(compileLinear, true)), schema);
  return compileWith((own ??= createOwnAjv()), withoutDecidedFormats(schema));
};

/** Compiles without leaving the schema in Ajv, which would keep it and its function for the life of the process. */
const compileWith = (ajv: Ajv2020, schema: JsonSchema): ValidateFunction => {
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
};
