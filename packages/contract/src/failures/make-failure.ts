import type { Category, CodeDefinition, Recovery } from '../codes/code.ts';
import { renderTemplate } from '../codes/template.ts';
import type { JsonObject } from '../json.ts';
import { createCorrelationId, failureBrand, rememberCause } from './failure.ts';
import type { Effect, Failure, NextAction, Similar, Subject } from './failure.ts';

/** The values that a single failure adds to its code, or that override those of the row. */
export interface FailureOptions {
  /** A more specific message than the template's. The code does not change. */
  readonly message?: string;
  readonly hint?: string;
  readonly http?: number;
  /** Narrows the value in the row; `true` cannot widen it. */
  readonly retryable?: boolean;
  readonly recovery?: Recovery;
  readonly effect?: Effect;
  readonly subject?: Subject;
  readonly next_actions?: readonly NextAction[];
  readonly similar?: readonly Similar[];
  readonly retry_after_ms?: number;
  readonly correlation_id?: string;
  /** For the log. Only a safe name for it, `cause_class`, is shown. */
  readonly cause?: unknown;
  readonly cause_class?: string;
}

/** The default effect of a failure. After a fault in this program or an upstream, the effect is unknown. */
const effectOf: Readonly<Record<Category, Effect>> = {
  validation: 'none',
  not_found: 'none',
  permission: 'none',
  conflict: 'none',
  rate_limit: 'none',
  token: 'none',
  schema: 'none',
  batch: 'partial',
  upstream: 'unknown',
  internal: 'unknown',
};

type MutableFailure = { -readonly [Key in keyof Failure]: Failure[Key] };

/**
 * Sets the fields that every failure has. A constructor and not an object literal: V8 comes to allocate a literal in
 * the old generation under a load of refusals, and from there it keeps all its strings until a full collection.
 */
function setFields(
  this: MutableFailure,
  definition: CodeDefinition,
  details: JsonObject | undefined,
  options: FailureOptions,
): void {
  this[failureBrand] = true;
  this.ok = false;
  this.namespace = definition.namespace;
  this.code = definition.code;
  this.category = definition.category;
  this.message = options.message ?? renderTemplate(definition.message, details);
  this.summary = renderTemplate(definition.summary, details);
  this.hint = options.hint ?? renderTemplate(definition.hint, details);
  this.http = options.http ?? definition.http;
  this.retryable = definition.retryable && options.retryable !== false;
  const effect = options.effect ?? effectOf[definition.category];
  this.recovery = options.recovery ?? narrowedRecovery(definition, this.retryable, effect);
  this.effect = effect;
  this.correlation_id = options.correlation_id ?? createCorrelationId();
}
// To every reader, a failure is data: a plain object.
setFields.prototype = Object.prototype;
const NewFailure = setFields as unknown as new (...given: Parameters<typeof setFields>) => MutableFailure;

/** Builds the value from a definition and details that have already been checked. */
export const makeFailure = (
  definition: CodeDefinition,
  details: JsonObject | undefined,
  options: FailureOptions = {},
): Failure => {
  const retryAfterMs = options.retry_after_ms ?? retryAfterOf(details);
  const causeClass = options.cause_class ?? (options.cause === undefined ? undefined : causeClassOf(options.cause));
  const failure = new NewFailure(definition, details, options);
  // Copies only the keys that exist, one by one: a refusal should cost little more than an answer.
  if (details && Object.keys(details).length > 0) failure.details = details;
  if (options.subject) failure.subject = options.subject;
  if (options.next_actions) failure.next_actions = options.next_actions;
  if (options.similar) failure.similar = options.similar;
  if (retryAfterMs !== undefined) failure.retry_after_ms = retryAfterMs;
  if (causeClass !== undefined) failure.cause_class = causeClass;
  return options.cause === undefined ? failure : rememberCause(failure, options.cause);
};

/** A failure that is not retryable must not advise a retry. */
const narrowedRecovery = (definition: CodeDefinition, retryable: boolean, effect: Effect): Recovery => {
  const advisesRepetition = definition.recovery === 'retry' || definition.recovery === 'wait';
  if (retryable || !definition.retryable || !advisesRepetition) return definition.recovery;
  return effect === 'unknown' || effect === 'partial' ? 'verify' : 'report';
};

const retryAfterOf = (details: JsonObject | undefined): number | undefined => {
  const seconds = details?.['retry_after_seconds'];
  return typeof seconds === 'number' ? Math.ceil(seconds * 1000) : undefined;
};

const safeName = /^[A-Za-z_$][\w$.-]{0,63}$/;

/**
 * Returns a name for the kind of a thrown value that is safe to show: the class of an error, with its system code. A
 * value that cannot be read is `unreadable`.
 */
export const causeClassOf = (cause: unknown): string => {
  try {
    if (!(cause instanceof Error)) return cause === null ? 'null' : typeof cause;
    const name = nameIn(cause.name) ?? 'Error';
    const code = nameIn('code' in cause ? cause.code : undefined);
    return code === undefined ? name : `${name}.${code}`;
  } catch {
    return 'unreadable';
  }
};

const nameIn = (value: unknown): string | undefined =>
  typeof value === 'string' && safeName.test(value) ? value : undefined;
