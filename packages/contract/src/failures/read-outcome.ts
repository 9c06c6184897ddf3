import { categories, recoveries } from '../codes/code.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { JsonReader } from '../json-reader.ts';
import type { JsonLimits, NotJson } from '../json-reader.ts';
import { areNextActions, areSimilar, areWarnings, isSubject } from './failure-shape.ts';
import { causeOf, effects, failureBrand, rememberCause } from './failure.ts';
import type { Failure } from './failure.ts';
import type { Outcome, Success } from './outcome.ts';

/** A copy of an outcome that is proven to be JSON, and the most bytes that it takes as text. */
export type ReadOutcome =
  | { readonly ok: true; readonly outcome: Outcome; readonly mostBytes: number }
  | { readonly ok: false; readonly problem: NotJson };

/**
 * Copies an outcome by the rules of `readJson` and checks its fields: handlers can build outcomes by hand. Fields that
 * no outcome has are dropped; the cause of a failure stays with the copy. Never throws.
 */
export const readOutcome = (outcome: Outcome, limits: Partial<JsonLimits> = {}): ReadOutcome => {
  const reader = new JsonReader(limits);
  try {
    const copy = isPlainSuccess(outcome) ? readSuccess(reader, outcome) : readWhole(reader, outcome);
    if (typeof copy !== 'string') return { ok: true, outcome: copy, mostBytes: reader.mostBytes };
    return { ok: false, problem: { kind: 'not_json', path: copy, rule: 'has the wrong type for an outcome' } };
  } catch (thrown) {
    return { ok: false, problem: reader.problemOf(thrown) };
  }
};

/** True for a success as `succeed` makes it. It is read field by field, which costs half as much as reading it whole. */
const isPlainSuccess = (outcome: Outcome): outcome is Success =>
  Object.getPrototypeOf(outcome) === Object.prototype && (outcome.ok as unknown) === true && !('toJSON' in outcome);

/** Returns the copy, or the name of a field that has the wrong type. */
const readSuccess = (reader: JsonReader, success: Success): Success | string => {
  reader.open(success);
  reader.field('ok', true);
  const value = reader.field('value', success.value);
  const warnings = reader.field('warnings', success.warnings);
  const content = reader.field('content', success.content);
  const contentOnly = reader.field('contentOnly', success.contentOnly);
  const batch = reader.field('batch', success.batch);
  const fields = { ok: true, value, warnings, content, contentOnly, batch };
  return wrongField(successShape, fields) ?? successOf(fields);
};

/** The same for every other outcome: a failure, or one of a class. */
const readWhole = (reader: JsonReader, outcome: Outcome): Outcome | string => {
  const read = reader.read(outcome);
  const fields = isJsonObject(read) ? read : {};
  if (fields['ok'] === true) return wrongField(successShape, fields) ?? successOf(fields);
  return wrongField(failureShape, fields) ?? failureOf(fields, outcome as Failure);
};

const successOf = ({ value = null, warnings, content, contentOnly, batch }: Fields): Success => {
  const success = { ok: true, value, warnings: warnings as unknown as Success['warnings'] } as const;
  if (content === undefined && contentOnly === undefined && batch === undefined) return success;
  return {
    ...success,
    ...(content !== undefined && { content: content as unknown as NonNullable<Success['content']> }),
    ...(contentOnly === true && { contentOnly }),
    ...(batch === true && { batch }),
  };
};

const failureOf = (fields: JsonObject, original: Failure): Failure => {
  const copy: Record<string, Json | undefined> = {};
  for (const [name] of failureShape) if (fields[name] !== undefined) copy[name] = fields[name];
  const failure = Object.assign(copy, { [failureBrand]: true }) as unknown as Failure;
  const cause = causeOf(original);
  return cause === undefined ? failure : rememberCause(failure, cause);
};

type Fields = Readonly<Record<string, Json | undefined>>;
type Check = (value: Json | undefined) => boolean;
/** The check of each field, by its name. */
type Shape = readonly (readonly [name: string, fits: Check])[];

const wrongField = (shape: Shape, fields: Fields): string | undefined => {
  for (const [name, fits] of shape) if (!fits(fields[name])) return name;
  return undefined;
};

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);
const optional =
  (check: (value: Json) => boolean): Check =>
  (value) =>
    value === undefined || check(value);

const failureChecks: Readonly<Record<keyof Omit<Failure, typeof failureBrand>, Check>> = {
  ok: (value) => value === false,
  namespace: (value) => value === null || text(value),
  code: text,
  category: oneOf(categories),
  message: text,
  summary: text,
  hint: text,
  http: (value) => value === null || number(value),
  retryable: (value) => typeof value === 'boolean',
  recovery: oneOf(recoveries),
  effect: oneOf(effects),
  correlation_id: text,
  details: optional(isJsonObject),
  subject: optional(isSubject),
  next_actions: optional(areNextActions),
  similar: optional(areSimilar),
  retry_after_ms: optional(number),
  cause_class: optional(text),
};

const successChecks: Readonly<Record<keyof Success, Check>> = {
  ok: (value) => value === true,
  value: (value) => value !== undefined,
  warnings: (value) => value !== undefined && areWarnings(value),
  content: optional(Array.isArray),
  contentOnly: optional((value) => value === true),
  batch: optional((value) => value === true),
};

const failureShape: Shape = Object.entries(failureChecks);
const successShape: Shape = Object.entries(successChecks);
