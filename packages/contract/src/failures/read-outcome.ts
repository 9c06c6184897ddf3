import { categories, recoveries } from '../codes/code.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { readJson } from '../read-json.ts';
import type { JsonLimits, NotJson } from '../read-json.ts';
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
  const read = readJson(outcome, limits);
  if (!read.ok) return read;
  const fields = isJsonObject(read.value) ? read.value : {};
  const shape = fields['ok'] === true ? successShape : failureShape;
  const wrong = Object.keys(shape).find((name) => !shape[name as keyof typeof shape](fields[name]));
  if (wrong !== undefined) {
    return { ok: false, problem: { kind: 'not_json', path: wrong, rule: 'has the wrong type for an outcome' } };
  }
  const copy = fields['ok'] === true ? successOf(fields) : failureOf(fields, outcome as Failure);
  return { ok: true, outcome: copy, mostBytes: read.mostBytes };
};

const successOf = ({ value = null, warnings, content, contentOnly }: JsonObject): Success => {
  const success = { ok: true, value, warnings: warnings as unknown as Success['warnings'] } as const;
  if (content === undefined && contentOnly === undefined) return success;
  return {
    ...success,
    ...(content !== undefined && { content: content as unknown as NonNullable<Success['content']> }),
    ...(contentOnly === true && { contentOnly }),
  };
};

const failureOf = (fields: JsonObject, original: Failure): Failure => {
  const copy: Record<string, Json | undefined> = {};
  for (const name of Object.keys(failureShape)) if (fields[name] !== undefined) copy[name] = fields[name];
  const failure = Object.assign(copy, { [failureBrand]: true }) as unknown as Failure;
  const cause = causeOf(original);
  return cause === undefined ? failure : rememberCause(failure, cause);
};

type Field = Json | undefined;
type Check = (value: Field) => boolean;

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

const failureShape: Readonly<Record<keyof Omit<Failure, typeof failureBrand>, Check>> = {
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

const successShape: Readonly<Record<keyof Success, Check>> = {
  ok: (value) => value === true,
  value: (value) => value !== undefined,
  warnings: (value) => value !== undefined && areWarnings(value),
  content: optional(Array.isArray),
  contentOnly: optional((value) => value === true),
};
