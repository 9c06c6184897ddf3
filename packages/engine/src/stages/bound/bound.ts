import { fail, isJsonObject, soundBytesOf } from '@recourse/contract';
import type { Failure, JsonObject, Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { typeName } from '../../json-type.ts';
import { fitsEveryForm } from '../../outcome/outcome-bounds.ts';
import type { OutcomeBounds } from '../../outcome/outcome-bounds.ts';
import { proveOutcome } from '../../outcome/prove-outcome.ts';
import { defaultLimits } from '../../settings/settings.ts';
import type { LimitSettings } from '../../settings/settings.ts';
import { afterwards, defineStage } from '../stage.ts';
import type { Answering, Stage } from '../stage.ts';
import { findBreach } from './measure.ts';
import type { Breach } from './measure.ts';

const longestName = 128;

/**
 * Refuses arguments that are too large, too deep or not JSON before anything else looks at them. It also checks the
 * outcomes that `check` has not seen: refusals of other stages, and stored ones.
 */
export const bound = (settings: Partial<LimitSettings>, bounds: OutcomeBounds): Stage => {
  const limits: LimitSettings = { ...defaultLimits, ...settings };
  return defineStage(
    'bound',
    [
      'VALIDATION_MISSING_PARAM',
      'VALIDATION_INVALID_TYPE',
      'VALIDATION_PAYLOAD_TOO_LARGE',
      'VALIDATION_INVALID_ENCODING',
      'VALIDATION_INVALID_VALUE',
      'INTERNAL_OUTPUT_INVALID',
    ],
    (call, next) => {
      const { tool, arguments: given = {} } = call.request;
      if (tool === undefined) return missingName(call);
      if (typeof tool !== 'string') return wrongType(call, 'name', 'string', tool);
      if (!isJsonObject(given)) return wrongType(call, 'arguments', 'object', given);
      if (tool.length > longestName) return breachFailure(call, longName(tool));
      const breach = findBreach(given, limits);
      if (breach) return breachFailure(call, breach);
      return afterwards(next(call), (outcome) => boundAnswer(call, outcome, bounds));
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

/** True for a refusal that `fail` made and that is far from the limit. Most are, and a copy would cost more than they do. */
const isSmall = (outcome: Outcome, { responseBytes }: OutcomeBounds): boolean => {
  const mostBytes = soundBytesOf(outcome);
  return mostBytes !== undefined && fitsEveryForm(mostBytes, responseBytes);
};

/** An outcome that fits leaves as it is: whether it was replayed is remembered beside it. */
const boundAnswer = (call: Call, outcome: Outcome, bounds: OutcomeBounds): Answering => {
  if (outcome === call.state.proven || isSmall(outcome, bounds)) return outcome;
  return afterwards(proveOutcome(call, outcome, bounds), (proof) => (proof.proven ? outcome : proof.outcome));
};

const breachFailure = (call: Call, breach: Breach): Failure => {
  const options = { correlation_id: call.correlation_id };
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

const missingName = (call: Call): Failure =>
  fail('VALIDATION_MISSING_PARAM', { param_name: 'name' }, { correlation_id: call.correlation_id });

const wrongType = (call: Call, name: string, expected: string, value: unknown): Failure =>
  fail(
    'VALIDATION_INVALID_TYPE',
    { param_name: name, expected_type: expected, actual_type: typeName(value) } satisfies JsonObject,
    { correlation_id: call.correlation_id },
  );
