import { isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject, Outcome } from '@recourse/contract';
import { redact, redactText } from '../../redaction/redact.ts';
import type { RecordedCall } from './recorded-call.ts';
import { carriesCode, recordedCode } from './recorded-code.ts';

export interface EventDataOptions {
  readonly values: readonly string[];
  readonly arguments: 'none' | 'redacted';
}

type Data = Record<string, Json>;

/** The data of every event of a call beyond its columns. */
export const callData = ({ correlation_id, request }: RecordedCall): Data => {
  const { transport, address } = request.caller;
  // An empty literal, because V8 never moves those to its old generation while they are young.
  const data: Data = {};
  data['correlation_id'] = correlation_id;
  data['transport'] = transport;
  if (address !== undefined) data['client_address'] = address;
  return data;
};

/**
 * The data of an event about an outcome beyond its columns. Values of successes are never included. Written key by key:
 * this runs for every call, and object spread costs more than all the rest.
 */
export const outcomeData = (call: RecordedCall, outcome: Outcome, options: EventDataOptions): JsonObject => {
  const data = callData(call);
  const { operation } = call.state;
  if (operation !== undefined && operation !== call.tool) data['operation'] = operation;
  const hasCode = carriesCode(call.state);
  if (hasCode) addCode(data, call);
  if (!outcome.ok) addFailure(data, outcome);
  else if (outcome.warnings.length > 0) data['warnings'] = outcome.warnings.slice(0, 50).map(({ code }) => code);
  if (hasCode) return data;
  if (!outcome.ok) addWords(data, outcome, options);
  if (options.arguments === 'redacted') addArguments(data, call);
  return data;
};

/** Code is recorded by its hash alone, even if arguments are shown. Errors that it throws may repeat it. */
const addCode = (data: Data, { state }: RecordedCall): void => {
  const hash = recordedCode(state);
  if (hash !== undefined) data['code_hash'] = hash;
};

const addFailure = (data: Data, failure: Failure): void => {
  if (failure.correlation_id !== data['correlation_id']) data['answered_correlation_id'] = failure.correlation_id;
  data['namespace'] = failure.namespace;
  data['category'] = failure.category;
  data['recovery'] = failure.recovery;
  data['retryable'] = failure.retryable;
  if (failure.retry_after_ms !== undefined) data['retry_after_ms'] = failure.retry_after_ms;
  if (failure.cause_class !== undefined) data['cause_class'] = failure.cause_class;
};

const addWords = (data: Data, failure: Failure, { values, arguments: shown }: EventDataOptions): void => {
  data['message'] = redactText(failure.message, values);
  if (!failure.details) return;
  const details =
    shown === 'none' && failure.category === 'validation' ? withoutArguments(failure.details) : failure.details;
  data['details'] = redact(details, { values });
};

/** A refusal repeats what was wrong with the arguments: where those are not shown, neither is that. */
const withoutArguments = (details: JsonObject): JsonObject => {
  if (!('problems' in details) && !('value' in details)) return details;
  const { problems: _problems, value: _value, ...rest } = details;
  return rest;
};

/** Shown only once `find` has said which of them are sensitive: before that, any could be. */
const addArguments = (data: Data, { state }: RecordedCall): void => {
  if (!state.sensitive || !isJsonObject(state.arguments)) return;
  data['arguments'] = redact(state.arguments, { sensitive: state.sensitive });
};
