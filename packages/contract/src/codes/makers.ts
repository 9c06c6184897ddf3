import type { Failure } from '../failures/failure.ts';
import { makeFailure } from '../failures/make-failure.ts';
import type { FailureOptions } from '../failures/make-failure.ts';
import type { Warning } from '../failures/outcome.ts';
import type { JsonObject } from '../json.ts';
import { coreCodes } from '../registries/core/codes.ts';
import type { CodeDefinition } from './code.ts';
import { renderTemplate } from './template.ts';

/**
 * What was not declared is not shown: an unknown code, a warning given to `fail`, or details that do not fit leave
 * as INTERNAL_ERROR, and what was wrong goes to the log as the failure's cause.
 */
export const makersFor = (find: (code: string) => CodeDefinition | undefined) => ({
  fail: (code: string, details: JsonObject = {}, options?: FailureOptions): Failure => {
    const definition = find(code);
    if (definition?.kind !== 'error') {
      return internalError('UndeclaredCode', new TypeError(`'${code}' is no error code of this registry`), options);
    }
    const checked = checkDetails(definition, details);
    return checked.ok
      ? makeFailure(definition, checked.details, options)
      : internalError('InvalidDetails', checked.cause, options);
  },
  warn: (code: string, details: JsonObject = {}): Warning => {
    const definition = find(code);
    if (definition?.kind !== 'warning') throw new TypeError(`'${code}' is no warning code of this registry`);
    const checked = checkDetails(definition, details);
    // The call has succeeded: details that do not fit are left out rather than turned into a failure.
    return {
      namespace: definition.namespace,
      code: definition.code,
      message: renderTemplate(definition.message, checked.ok ? checked.details : undefined),
      ...(checked.ok && { details: checked.details }),
    };
  },
});

type Checked = { readonly ok: true; readonly details: JsonObject } | { readonly ok: false; readonly cause: unknown };

const checkDetails = (definition: CodeDefinition, details: JsonObject): Checked => {
  try {
    const result = definition.details().safeParse(details);
    if (result.success) return { ok: true, details: withoutUndefined(assertJson(result.data as JsonObject)) };
    return { ok: false, cause: new TypeError(`The details of ${definition.code} do not fit`, { cause: result.error }) };
  } catch (cause) {
    return { ok: false, cause };
  }
};

/** What refers to itself would first throw while it is written to the wire. */
const assertJson = (details: JsonObject): JsonObject => {
  if (!isSmall(details, { values: 200 })) JSON.stringify(details);
  return details;
};

/** Looks at so many values at most: whatever is small does not refer to itself, and need not be written to know it. */
const isSmall = (value: unknown, left: { values: number }): boolean => {
  left.values -= 1;
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  if (left.values < 0 || 'toJSON' in value) return false;
  for (const key in value) if (!isSmall((value as Record<string, unknown>)[key], left)) return false;
  return true;
};

/** An optional field may be given as undefined; it is then not there. */
const withoutUndefined = (details: JsonObject): JsonObject =>
  Object.values(details).includes(undefined)
    ? Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
    : details;

const internalError = (causeClass: string, cause: unknown, options?: FailureOptions): Failure =>
  makeFailure(
    coreCodes.definitions.INTERNAL_ERROR,
    {},
    {
      effect: options?.effect ?? 'unknown',
      cause_class: causeClass,
      cause,
      ...(options?.correlation_id !== undefined && { correlation_id: options.correlation_id }),
    },
  );
