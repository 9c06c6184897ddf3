import type { Failure } from '../../failures/failure.ts';
import type { Outcome } from '../../failures/outcome.ts';
import type { Json, JsonObject } from '../../json.ts';
import { renderSuccessExtension } from '../extension.ts';
import { spreadValue } from '../spread-value.ts';

export const reserved: ReadonlySet<string> = new Set(['recourse']);

/** The type of a problem is its code, as a URN, because it is a name and cannot be fetched. */
export const typePrefix = 'urn:recourse:code:';
export const instancePrefix = 'urn:recourse:failure:';

/** A problem document, or, for a success, the fields of its value as they are. */
export const render = (outcome: Outcome): JsonObject => {
  if (!outcome.ok) return renderFailure(outcome);
  const { fields, wrapped } = spreadValue(outcome.value, reserved);
  const isProblem = typeof fields['type'] === 'string' && fields['type'].startsWith(typePrefix);
  return isProblem
    ? { result: outcome.value, ...renderSuccessExtension(outcome, true) }
    : { ...fields, ...renderSuccessExtension(outcome, wrapped) };
};

const renderFailure = (failure: Failure): JsonObject => ({
  type: `${typePrefix}${[failure.namespace, failure.code]
    .filter((name) => name !== null)
    .map(encode)
    .join(':')}`,
  title: failure.summary,
  ...(failure.http !== null && { status: failure.http }),
  detail: failure.message,
  instance: `${instancePrefix}${encode(failure.correlation_id)}`,
  code: failure.code,
  category: failure.category,
  hint: failure.hint,
  retryable: failure.retryable,
  recovery: failure.recovery,
  effect: failure.effect,
  ...(failure.details && { details: failure.details }),
  ...(failure.subject && { subject: failure.subject as unknown as Json }),
  ...(failure.next_actions && { next_actions: failure.next_actions as unknown as Json }),
  ...(failure.similar && { similar: failure.similar as unknown as Json }),
  ...(failure.retry_after_ms !== undefined && { retry_after_ms: failure.retry_after_ms }),
  ...(failure.cause_class !== undefined && { cause_class: failure.cause_class }),
});

/** A lone surrogate is not allowed in a URI, and may occur in an id that a caller chose. */
const encode = (text: string): string =>
  encodeURIComponent(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'));
