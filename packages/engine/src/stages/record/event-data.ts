import { isJsonObject } from '@recourse/contract';
import type { JsonObject, Outcome } from '@recourse/contract';
import { redact, redactText } from './redaction/redact.ts';
import type { RecordedCall } from './recorded-call.ts';

export interface EventDataOptions {
  readonly values: readonly string[];
  readonly arguments: 'none' | 'redacted';
}

/** What an event says about an outcome beyond its columns. Values of successes are never in it. */
export const eventData = (call: RecordedCall, outcome: Outcome, options: EventDataOptions): JsonObject => ({
  ...(call.state.operation !== undefined && call.state.operation !== call.tool && { operation: call.state.operation }),
  ...(outcome.ok ? successData(outcome) : failureData(outcome, options.values)),
  ...(options.arguments === 'redacted' && argumentsData(call)),
});

const successData = ({ warnings }: Extract<Outcome, { readonly ok: true }>): JsonObject =>
  warnings.length === 0 ? {} : { warnings: warnings.slice(0, 50).map(({ code }) => code) };

const failureData = (failure: Extract<Outcome, { readonly ok: false }>, values: readonly string[]): JsonObject => ({
  namespace: failure.namespace,
  category: failure.category,
  recovery: failure.recovery,
  retryable: failure.retryable,
  message: redactText(failure.message, values),
  ...(failure.retry_after_ms !== undefined && { retry_after_ms: failure.retry_after_ms }),
  ...(failure.cause_class !== undefined && { cause_class: failure.cause_class }),
  ...(failure.details && { details: redact(failure.details, { values }) }),
});

/** Shown only once `find` has said which of them are sensitive: before that, any could be. */
const argumentsData = ({ state }: RecordedCall): JsonObject =>
  state.sensitive && isJsonObject(state.arguments)
    ? { arguments: redact(state.arguments, { sensitive: state.sensitive }) }
    : {};
