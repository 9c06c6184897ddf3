import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject, Outcome, Success } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { defaultLimits } from '../../configuration/types.ts';
import type { LimitSettings } from '../../configuration/types.ts';
import { typeName } from '../../json-type.ts';
import { defineStage } from '../../pipeline/stage.ts';
import type { Stage } from '../../pipeline/stage.ts';
import { findBreach } from './measure.ts';
import type { Breach } from './measure.ts';

const longestName = 128;

/** Refuses what is too large, too deep or not JSON before anything else looks at it, and answers that are too large. */
export const bound = (settings: Partial<LimitSettings> = {}): Stage => {
  const limits: LimitSettings = { ...defaultLimits, ...settings };
  const ofAnswers = { ...limits, stringBytes: Infinity, arrayItems: Infinity, depth: 64 };
  return defineStage(
    'bound',
    [
      'VALIDATION_INVALID_TYPE',
      'VALIDATION_PAYLOAD_TOO_LARGE',
      'VALIDATION_INVALID_ENCODING',
      'VALIDATION_INVALID_VALUE',
    ],
    (call, next) => {
      const { tool, arguments: given = {} } = call.request;
      if (typeof tool !== 'string') return Promise.resolve(wrongType(call, 'name', 'string', tool));
      if (!isJsonObject(given)) return Promise.resolve(wrongType(call, 'arguments', 'object', given));
      if (tool.length > longestName) {
        return Promise.resolve(breachFailure(call, longName(tool)));
      }
      const breach = findBreach(given, limits, { type: 'request_size', limit: limits.requestBytes });
      if (breach) return Promise.resolve(breachFailure(call, breach));
      return next(call).then((outcome) => boundAnswer(call, ofAnswers, outcome));
    },
  );
};

const longName = (name: string): Breach => ({
  kind: 'size',
  path: 'name',
  limit_type: 'string_length',
  limit_value: longestName,
  actual_value: name.length,
  unit: 'bytes',
});

/** An answer that is too large is withheld; what the call has done, it has done. */
const boundAnswer = (call: Call, limits: LimitSettings, outcome: Outcome): Outcome => {
  const body = outcome.ok ? shownOf(outcome) : outcome.details;
  if (body === undefined) return outcome;
  const breach = findBreach(body, limits, { type: 'response_size', limit: limits.responseBytes });
  if (!breach) return outcome;
  return breach.kind === 'size'
    ? breachFailure(call, breach, outcome.ok && call.state.writes ? 'applied' : undefined)
    : outcome;
};

/** Everything of a success that leaves. */
const shownOf = ({ value, content }: Success): Json => (content ? [value, content] : value);

const breachFailure = (call: Call, breach: Breach, effect?: 'applied'): Failure => {
  const options = { correlation_id: call.correlation_id, ...(effect && { effect }) };
  const location = breach.path === '' ? {} : { location: breach.path };
  if (breach.kind === 'encoding') {
    return fail('VALIDATION_INVALID_ENCODING', { ...location, byte_offset: breach.byte_offset }, options);
  }
  if (breach.kind === 'value') {
    return fail('VALIDATION_INVALID_VALUE', { param_name: breach.path || 'arguments', rule: breach.rule }, options);
  }
  const { limit_type, limit_value, actual_value, unit } = breach;
  return fail('VALIDATION_PAYLOAD_TOO_LARGE', { limit_type, limit_value, actual_value, unit, ...location }, options);
};

const wrongType = (call: Call, name: string, expected: string, value: unknown): Failure =>
  fail(
    'VALIDATION_INVALID_TYPE',
    { param_name: name, expected_type: expected, actual_type: typeName(value) } satisfies JsonObject,
    { correlation_id: call.correlation_id },
  );
