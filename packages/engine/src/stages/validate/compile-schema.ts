import type { JsonSchema } from '@recourse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import { fieldKeyword } from '../../tool/field.ts';

const createAjv = (regExp?: (pattern: string) => RegExp): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: false,
    logger: false,
    ...(regExp && { code: { regExp: Object.assign(regExp, { code: 'regExp' }) } }),
  });
  ajv.addKeyword(fieldKeyword);
  addFormats.default(ajv);
  return ajv;
};

/** A pattern that we did not write could take for ever in the native engine. RE2 takes linear time. */
const linearRegExp = (pattern: string): RegExp => {
  const compiled = RE2JS.compile(pattern);
  // Ajv keeps patterns apart by what they say of themselves.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => `/${pattern}/` } as RegExp;
};

const own = createAjv();
const foreign = createAjv(linearRegExp);

/** Compiles a schema: ours as it is, anybody else's with patterns in linear time. */
export const compileSchema = (schema: JsonSchema, isForeign: boolean): ValidateFunction =>
  (isForeign ? foreign : own).compile(schema);
