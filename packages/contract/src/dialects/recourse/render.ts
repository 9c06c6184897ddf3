import type { Failure } from '../../failures/failure.ts';
import type { Outcome, Success } from '../../failures/outcome.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CallFacts } from '../dialect.ts';
import { renderWarning } from '../extension.ts';
import { withMeta } from '../with-meta.ts';
import { spreadValue } from '../spread-value.ts';

/** Names that a success must not use for its own fields. */
export const reserved: ReadonlySet<string> = new Set(['ok', 'code', 'warnings', '_meta']);

/** The canonical envelope: every field of a failure under its own name. */
export const render = (outcome: Outcome, facts: CallFacts = {}): JsonObject =>
  outcome.ok ? renderSuccess(outcome, facts) : renderFailure(outcome, facts);

const renderFailure = (failure: Failure, facts: CallFacts): JsonObject => {
  const envelope: Record<string, Json> = {
    ok: false,
    code: failure.code,
    error: failure.message,
    hint: failure.hint,
    retryable: failure.retryable,
    recovery: failure.recovery,
    http: failure.http,
    effect: failure.effect,
  };
  if (failure.subject) envelope['subject'] = failure.subject as unknown as Json;
  if (failure.details) envelope['details'] = failure.details;
  if (failure.next_actions) envelope['next_actions'] = failure.next_actions as unknown as Json;
  if (failure.similar) envelope['similar'] = failure.similar as unknown as Json;
  if (failure.retry_after_ms !== undefined) envelope['retry_after_ms'] = failure.retry_after_ms;
  if (failure.cause_class !== undefined) envelope['cause_class'] = failure.cause_class;
  envelope['correlation_id'] = failure.correlation_id;
  const { namespace, category } = failure;
  return withMeta(envelope, facts, namespace === null ? { category } : { namespace, category });
};

const renderSuccess = (success: Success, facts: CallFacts): JsonObject => {
  const { fields, wrapped } = spreadValue(success.value, reserved);
  const envelope: Record<string, Json> = { ok: true, ...fields };
  if (success.warnings.length > 0) envelope['warnings'] = success.warnings.map(renderWarning);
  return withMeta(envelope, facts, wrapped ? { wrapped } : {});
};
