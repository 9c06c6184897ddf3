import type { CodeDefinition } from '../codes/code.ts';
import { renderTemplate } from '../codes/template.ts';
import type { JsonObject } from '../json.ts';
import { coreCodes } from '../registries/core/codes.ts';
import { rememberSound } from './failure.ts';
import type { Failure } from './failure.ts';
import { readJson } from '../read-json.ts';
import { makeFailure } from './make-failure.ts';
import type { FailureOptions } from './make-failure.ts';
import type { Warning } from './outcome.ts';
import { readOptions } from './read-options.ts';

/**
 * Creates `fail` and `warn` for the codes that `find` knows. `fail` never throws: an unknown code, a warning, options
 * of the wrong type, and details that are not JSON or fail their schema become INTERNAL_ERROR, so that undeclared data
 * never leaves. The reason is the failure's cause.
 */
export const makersFor = (find: (code: string) => CodeDefinition | undefined) => ({
  fail: (code: string, details: JsonObject = {}, given?: FailureOptions): Failure => {
    const read = readOptions(given);
    if (!read.ok) return internalError('InvalidOptions', read.problem, read.usable);
    const { options } = read;
    const definition = find(code);
    if (definition?.kind !== 'error') {
      return internalError(
        'UndeclaredCode',
        new TypeError(`${shown(code)} is not an error code of this registry`),
        options,
      );
    }
    const checked = checkDetails(definition, details);
    if (!checked.ok) return internalError('InvalidDetails', checked.cause, options);
    const failure = makeFailure(definition, checked.details, options);
    return rememberSound(failure, checked.mostBytes + read.mostBytes + bytesOf(failure));
  },
  warn: (code: string, details: JsonObject = {}): Warning => {
    const definition = find(code);
    if (definition?.kind !== 'warning') throw new TypeError(`${shown(code)} is not a warning code of this registry`);
    const checked = checkDetails(definition, details);
    // The call has succeeded: details that do not match are omitted rather than turned into a failure.
    return {
      namespace: definition.namespace,
      code: definition.code,
      message: renderTemplate(definition.message, checked.ok ? checked.details : undefined),
      ...(checked.ok && { details: checked.details }),
    };
  },
});

type Checked =
  | { readonly ok: true; readonly details: JsonObject; readonly mostBytes: number }
  | { readonly ok: false; readonly cause: unknown };

const checkDetails = (definition: CodeDefinition, details: JsonObject): Checked => {
  try {
    const result = definition.details().safeParse(details);
    if (!result.success) {
      const message = `The details of ${definition.code} do not match its schema`;
      return { ok: false, cause: new TypeError(message, { cause: result.error }) };
    }
    const read = readJson(result.data);
    if (read.ok) return { ok: true, details: read.value as JsonObject, mostBytes: read.mostBytes };
    const message = `The details of ${definition.code} contain a value at '${read.problem.path}' that cannot be sent as JSON`;
    return { ok: false, cause: new TypeError(message, { cause: read.problem }) };
  } catch (cause) {
    return { ok: false, cause };
  }
};

/** Space for fields of bounded length: names, numbers, the id, and their keys. */
const fixedBytes = 2048;
/** The most bytes that one UTF-16 unit takes in JSON text. */
const longestUnit = 6;

const bytesOf = ({ message, hint, summary }: Failure): number =>
  (message.length + hint.length + summary.length) * longestUnit + fixedBytes;

/** A handler that is not compiled may pass anything as a code. */
const shown = (code: unknown): string => (typeof code === 'string' ? `'${code.slice(0, 100)}'` : `A ${typeof code}`);

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
