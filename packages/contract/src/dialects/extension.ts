import { categories, recoveries } from '../codes/code.ts';
import type { CodeDefinition } from '../codes/code.ts';
import { extensionKey } from '../codes/define-codes.ts';
import { renderTemplate } from '../codes/template.ts';
import { createCorrelationId, effects, failureBrand } from '../failures/failure.ts';
import type { AppliedWhen, Failure, NextAction, Similar, Subject } from '../failures/failure.ts';
import { succeed } from '../failures/outcome.ts';
import type { Success, Warning } from '../failures/outcome.ts';
import { coreRegistry } from '../failures/registry.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { gatherValue } from './spread-value.ts';

export { extensionKey };

/**
 * The parts of a failure that may have to travel in addition to a dialect's own fields, in the order in which they are
 * written.
 */
const extensionFields = [
  'namespace',
  'code',
  'category',
  'message',
  'hint',
  'http',
  'retryable',
  'recovery',
  'effect',
  'details',
  'subject',
  'next_actions',
  'similar',
  'retry_after_ms',
  'cause_class',
  'correlation_id',
] as const satisfies readonly (keyof Failure)[];
export type ExtensionField = (typeof extensionFields)[number];

/** The code of a failure in a dialect, and the definition that a reader will find for that code. */
export interface OwnCode<Code extends string | number = string> {
  readonly code: Code;
  /** Absent if the code is foreign or only its author knows it. */
  readonly definition?: CodeDefinition;
}

/**
 * Renders the parts of a failure that a dialect's own fields do not contain, under one key with one shape in every
 * dialect. A dialect names the fields that it writes itself; facts that a reader can look up in the code's definition
 * are not repeated. The fields that a model acts on (retryable, recovery, effect, hint) are always included. The id is
 * included for bugs only, so that they can be found in the log.
 */
export const renderExtension = (
  failure: Failure,
  own: OwnCode<string | number>,
  said: ReadonlySet<ExtensionField>,
): JsonObject => {
  const row = own.definition ?? coreRow(failure);
  const extension: Record<string, Json> = {};
  for (const name of extensionFields) {
    const value = failure[name];
    if (value === undefined || said.has(name)) continue;
    if (name === 'namespace' && (own.definition || value === null)) continue;
    if (name === 'code' && own.code === value) continue;
    if ((name === 'category' || name === 'http') && row?.[name] === value) continue;
    if (name === 'correlation_id' && !isBug(failure)) continue;
    extension[name] = value as Json;
  }
  return extension;
};

const coreRow = ({ code, namespace }: Pick<Failure, 'code' | 'namespace'>): CodeDefinition | undefined =>
  namespace === null ? coreRegistry.find(code, null) : undefined;

/** True for a fault that has to be looked up in the log. */
const isBug = ({ category, retryable }: Pick<Failure, 'category' | 'retryable'>): boolean =>
  category === 'internal' && !retryable;

/** The parts that a parser could read from a dialect's own fields. Details are as they were on the wire. */
export type FailureParts = Partial<Omit<Failure, symbol | 'ok' | 'code'>> & { readonly code: string };

/**
 * Builds a failure from a dialect's own fields, the extension and, for fields that both lack, the code's definition.
 * The input is untrusted: a field of the wrong type counts as absent.
 */
export const assembleFailure = (
  own: FailureParts,
  extension: unknown,
  find: (code: string) => CodeDefinition | undefined,
): Failure => {
  const extra = parseFailureFields(extension);
  const code = extra.code ?? own.code;
  const known = find(code);
  // A definition applies only to its own namespace; a foreign code without a namespace belongs to the core.
  const namespace = extra.namespace ?? (extra.code === undefined ? known?.namespace : null) ?? null;
  const definition = known?.namespace === namespace ? known : coreRow({ code, namespace });
  const parts: FailureParts = { ...own, ...extra, code };
  const { details } = parts;
  return {
    [failureBrand]: true,
    ok: false,
    namespace,
    code,
    category: parts.category ?? definition?.category ?? 'internal',
    message: parts.message ?? (definition ? renderTemplate(definition.message, details) : code),
    summary: parts.summary ?? (definition ? renderTemplate(definition.summary, details) : code),
    hint: parts.hint ?? (definition ? renderTemplate(definition.hint, details) : ''),
    http: parts.http === undefined ? (definition?.http ?? null) : parts.http,
    retryable: parts.retryable ?? definition?.retryable ?? false,
    recovery: parts.recovery ?? definition?.recovery ?? 'report',
    effect: parts.effect ?? 'unknown',
    ...(details && { details }),
    ...(parts.subject && { subject: parts.subject }),
    ...(parts.next_actions && { next_actions: parts.next_actions }),
    ...(parts.similar && { similar: parts.similar }),
    ...(parts.retry_after_ms !== undefined && { retry_after_ms: parts.retry_after_ms }),
    ...(parts.cause_class !== undefined && { cause_class: parts.cause_class }),
    correlation_id: parts.correlation_id ?? createCorrelationId(),
  };
};

/** Separates the extension from the details, in dialects that keep it there. */
export const takeExtension = (
  wire: unknown,
): { readonly details: JsonObject; readonly extension: Json | undefined } => {
  if (!isJsonObject(wire)) return { details: {}, extension: undefined };
  const { [extensionKey]: extension, ...details } = wire;
  return { details, extension };
};

/** Reads the fields of a failure from an object that has not been validated. */
export const parseFailureFields = (wire: unknown): Partial<FailureParts> => {
  if (!isJsonObject(wire)) return {};
  const fields: Record<string, unknown> = {};
  const take = (name: ExtensionField, value: unknown): void => {
    if (value !== undefined) fields[name] = value;
  };
  take('namespace', asText(wire['namespace']));
  take('code', asText(wire['code']));
  take('category', oneOf(categories, wire['category']));
  take('message', asText(wire['message']));
  take('hint', asText(wire['hint']));
  take('http', wire['http'] === null ? null : asNumber(wire['http']));
  take('retryable', asFlag(wire['retryable']));
  take('recovery', oneOf(recoveries, wire['recovery']));
  take('effect', oneOf(effects, wire['effect']));
  take('details', isJsonObject(wire['details']) ? wire['details'] : undefined);
  take('subject', parseSubject(wire['subject']));
  take('next_actions', parseList(wire['next_actions'], parseNextAction));
  take('similar', parseList(wire['similar'], parseSimilar));
  take('retry_after_ms', asNumber(wire['retry_after_ms']));
  take('cause_class', asText(wire['cause_class']));
  take('correlation_id', asText(wire['correlation_id']));
  return fields;
};

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const asFlag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((candidate) => candidate === value);

/** A list is used as a whole or not at all: half of a list of actions could be the dangerous half. */
export const parseList = <Item>(
  value: unknown,
  parseItem: (item: unknown) => Item | undefined,
): readonly Item[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const items: Item[] = [];
  for (const element of value) {
    const item = parseItem(element);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
};

const parseSubject = (value: unknown): Subject | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { type, id } = value;
  return typeof type === 'string' && typeof id === 'string' ? { type, id } : undefined;
};

const parseNextAction = (value: unknown): NextAction | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { tool, arguments: given, why } = value;
  if (typeof tool !== 'string' || !isJsonObject(given) || typeof why !== 'string') return undefined;
  const appliedWhen = parseAppliedWhen(value['applied_when']);
  return {
    tool,
    arguments: given,
    why,
    ...(appliedWhen && { applied_when: appliedWhen }),
    ...(isMarked(value['resembles']) && { resembles: true }),
  };
};

/** Fails closed: only an absent mark or `false` lets a lookup count as proof. */
const isMarked = (value: unknown): boolean => value !== undefined && value !== false;

const parseAppliedWhen = (value: unknown): AppliedWhen | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { pointer, equals } = value;
  return typeof pointer === 'string' && equals !== undefined ? { pointer, equals } : undefined;
};

export const parseSimilar = (value: unknown): Similar | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { ref, role, name } = value;
  if (typeof ref !== 'string' && typeof ref !== 'number') return undefined;
  return { ref, ...(typeof role === 'string' && { role }), ...(typeof name === 'string' && { name }) };
};

export const parseWarning = (value: unknown): Warning | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { namespace, code, message, details } = value;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return {
    namespace: typeof namespace === 'string' ? namespace : null,
    code,
    message,
    ...(isJsonObject(details) && { details }),
  };
};

/** A warning as it is written in every dialect; the namespace only if there is one. */
export const renderWarning = (warning: Warning): JsonObject => ({
  ...(warning.namespace !== null && { namespace: warning.namespace }),
  code: warning.code,
  message: warning.message,
  ...(warning.details && { details: warning.details }),
});

/** The extension of a success, if there is anything to report: its warnings, and whether its value was wrapped. */
export const renderSuccessExtension = (success: Success, wrapped: boolean): JsonObject => {
  if (success.warnings.length === 0 && !wrapped) return {};
  return {
    [extensionKey]: {
      ...(success.warnings.length > 0 && { warnings: success.warnings.map(renderWarning) }),
      ...(wrapped && { wrapped }),
    },
  };
};

/** Reads a success whose fields are mixed with the dialect's, and whose warnings are in the extension. */
export const parseSuccess = (wire: JsonObject, reserved: ReadonlySet<string>): Success => {
  const extension = wire[extensionKey];
  const { warnings, wrapped } = isJsonObject(extension) ? extension : {};
  return succeed(gatherValue(wire, reserved, wrapped === true), parseList(warnings, parseWarning) ?? []);
};
