import type { Failure } from '../../failures/failure.ts';
import type { Outcome, Success } from '../../failures/outcome.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CallFacts } from '../dialect.ts';
import { renderWarning } from '../extension.ts';
import { withMeta } from '../with-meta.ts';
import { spreadValue } from '../spread-value.ts';

/** Names that a success may not use for fields of its own. */
export const reserved: ReadonlySet<string> = new Set(['ok', 'code', 'warnings', '_meta']);

/** The canonical envelope: everything that a failure says, under its own name. */
export const render = (outcome: Outcome, facts: CallFacts = {}): JsonObject =>
  outcome.ok ? renderSuccess(outcome, facts) : renderFailure(outcome, facts);

const renderFailure = (failure: Failure, facts: CallFacts): JsonObject => {
  const envelope: JsonObject = {
    ok: false,
    code: failure.code,
    error: failure.message,
    hint: failure.hint,
    retryable: failure.retryable,
    recovery: failure.recovery,
    http: failure.http,
    effect: failure.effect,
    ...(failure.subject && { subject: failure.subject as unknown as Json }),
    ...(failure.details && { details: failure.details }),
    ...(failure.next_actions && { next_actions: failure.next_actions as unknown as Json }),
    ...(failure.similar && { similar: failure.similar as unknown as Json }),
    ...(failure.retry_after_ms !== undefined && { retry_after_ms: failure.retry_after_ms }),
    ...(failure.cause_class !== undefined && { cause_class: failure.cause_class }),
    correlation_id: failure.correlation_id,
  };
  return withMeta(envelope, facts, {
    ...(failure.namespace !== null && { namespace: failure.namespace }),
    category: failure.category,
  });
};

const renderSuccess = (success: Success, facts: CallFacts): JsonObject => {
  const { fields, wrapped } = spreadValue(success.value, reserved);
  const envelope: JsonObject = {
    ok: true,
    ...fields,
    ...(success.warnings.length > 0 && { warnings: success.warnings.map(renderWarning) }),
  };
  return withMeta(envelope, facts, wrapped ? { wrapped } : {});
};
