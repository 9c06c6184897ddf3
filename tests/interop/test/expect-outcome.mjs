import { dialectSchema } from '@recourse/contract/dialects';
import { recourse } from '@recourse/contract/dialects/recourse';
import { canonicalOf } from '@recourse/contract/mcp';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { facts } from '../src/outcomes.mjs';

const ajv = new Ajv2020({ strict: false });
/** @type {Map<string, import('ajv').ValidateFunction>} */
const validators = new Map();

/** @param {import('@recourse/contract').Dialect} dialect */
const validatorFor = (dialect) => {
  const known = validators.get(dialect.name);
  if (known) return known;
  const validator = ajv.compile(dialectSchema(dialect));
  validators.set(dialect.name, validator);
  return validator;
};

/**
 * All that a client must have received for an outcome to have arrived intact.
 *
 * @param {any} result
 * @param {import('@recourse/contract').Outcome} outcome
 * @param {import('@recourse/contract').Dialect} dialect
 */
export const expectOutcome = (result, outcome, dialect) => {
  expect(result.isError ?? false).toBe(!outcome.ok);
  expect(result.content[0].type).toBe('text');
  const { text } = result.content[0];
  if (outcome.ok || !dialect.line) expect(JSON.parse(text)).toEqual(result.structuredContent);
  else expect(text).toBe(dialect.line.render(outcome, facts));
  expect(result.structuredContent).toEqual(asJson(dialect.body(outcome, facts)));
  const validate = validatorFor(dialect);
  expect(validate(result.structuredContent), ajv.errorsText(validate.errors)).toBe(true);
  expectFields(dialect.parse(result.structuredContent), outcome, dialect);
  if (outcome.ok) {
    expect(canonicalOf(result)).toBeUndefined();
    return;
  }
  const canonical = canonicalOf(result);
  expect(canonical).toEqual(asJson(recourse.render(outcome, facts)));
  expectFields(recourse.parse(canonical), outcome, recourse);
};

/**
 * @param {any} parsed
 * @param {any} outcome
 * @param {import('@recourse/contract').Dialect} dialect
 */
const expectFields = (parsed, outcome, dialect) => {
  expect(parsed?.ok).toBe(outcome.ok);
  const successFields = new Set(['value', 'warnings']);
  const fields = dialect.carries.filter((field) => successFields.has(field) === outcome.ok);
  expect(fields.length, `${dialect.name} carries nothing of such an outcome`).toBeGreaterThan(0);
  for (const field of fields) {
    expect(asJson(parsed[field] ?? null), `${field} through ${dialect.name}`).toEqual(asJson(outcome[field] ?? null));
  }
};

/** @param {unknown} value @returns {any} */
const asJson = (value) => JSON.parse(JSON.stringify(value));
