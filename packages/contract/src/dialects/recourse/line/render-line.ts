import type { Failure } from '../../../failures/failure.ts';
import { coreRegistry } from '../../../failures/registry.ts';
import type { Json, JsonObject } from '../../../json.ts';
import type { CallFacts } from '../../dialect.ts';
import { arrow, codeShape, usualCategory, usualRetryable, weightOf } from './line.ts';
import { tellBatch } from './told-batch.ts';
import { tellActions, tellConfirmation } from './told-confirmation.ts';
import { toldProblems } from './told-problems.ts';

const carriable = new RegExp(`^${codeShape}$`);

/**
 * A failure in few tokens: `CODE (recovery[ N s]; effect): message → hint` and, only if a client needs more to act,
 * a second line with one JSON object. Undefined if a reader could not recognise the code.
 */
export const renderLine = (failure: Failure, facts: CallFacts = {}): string | undefined => {
  const { code, recovery, effect, message, hint } = failure;
  if (!carriable.test(code)) return undefined;
  const seconds = secondsOf(waitMs(failure, facts));
  const words = asLine(message).replaceAll('→', '->');
  const sentence = hint === '' ? words : `${words}${arrow}${asLine(hint)}`.trimStart();
  const line = `${code} (${recovery}${seconds === undefined ? '' : ` ${seconds} s`}; ${effect}): ${sentence}`;
  const more = moreOf(failure, facts, seconds);
  return Object.keys(more).length === 0 ? line : `${line}\n${jsonLine(more)}`;
};

/** JSON does not escape some characters that end a line for other programs. */
const jsonLine = (value: JsonObject): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Everything that ends a line somewhere, and every other control character, becomes a space. */
// oxlint-disable-next-line no-control-regex -- they are what this is about
const asLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

/** How long to wait: as the failure says, or until the time that it names. */
const waitMs = ({ retry_after_ms: ms, details }: Failure, facts: CallFacts): number | undefined => {
  const { retry_after_seconds: seconds, resets_at: resetsAt, reopenable_at: reopenableAt } = details ?? {};
  if (ms !== undefined || typeof seconds === 'number') return ms ?? Number(seconds) * 1_000;
  const at = resetsAt ?? reopenableAt;
  if (typeof at !== 'string' || facts.timestamp === undefined) return undefined;
  const left = Date.parse(at) - Date.parse(facts.timestamp);
  return Number.isFinite(left) ? Math.max(0, left) : undefined;
};

/** Seconds in plain digits. Times that cannot be written exactly in digits go to the second line. */
const secondsOf = (ms: number | undefined): string | undefined => {
  if (ms === undefined) return undefined;
  const seconds = String(Math.ceil(ms) / 1_000);
  return /^\d{1,12}(?:\.\d{1,3})?$/.test(seconds) ? seconds : undefined;
};

/** The fields that strategies read and the first line does not have. */
const moreOf = (failure: Failure, facts: CallFacts, seconds: string | undefined): JsonObject => {
  const { namespace, code, category, recovery, retryable, similar, next_actions: actions } = failure;
  const row = coreRegistry.find(code, null);
  const more: Record<string, Json> = {};
  if (namespace !== null && row) more['namespace'] = namespace;
  if (weightOf(category) !== weightOf(usualCategory(recovery, row))) more['category'] = category;
  if (retryable !== usualRetryable(recovery, row)) more['retryable'] = retryable;
  const ms = waitMs(failure, facts);
  if (ms !== undefined && seconds === undefined) more['retry_after_ms'] = ms;
  if (facts.replayed) more['replayed'] = true;
  Object.assign(more, detailsOf(failure, ms));
  if (similar && similar.length > 0) more['similar'] = similar as unknown as Json;
  return Object.assign(more, tellActions(actions));
};

const detailsOf = (failure: Failure, ms: number | undefined): JsonObject => {
  const { details = {}, code, category, recovery, hint } = failure;
  return {
    ...(category === 'validation' && toldProblems(details['problems'])),
    ...(code === 'BATCH_PARTIAL_FAILURE' && tellBatch(details)),
    ...(recovery === 'confirm' && tellConfirmation(failure, asLine(hint))),
    ...(ms === undefined && pick(details, ['resets_at', 'reopenable_at'])),
  };
};

const pick = (details: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => details[name] !== undefined).map((name) => [name, details[name]]));
