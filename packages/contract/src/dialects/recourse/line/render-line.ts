import type { Failure } from '../../../failures/failure.ts';
import { coreRegistry } from '../../../failures/registry.ts';
import type { Json, JsonObject } from '../../../json.ts';
import type { CallFacts } from '../../dialect.ts';
import { isBug } from '../../extension.ts';
import { arrow, codeShape, usualCategory, usualRetryable } from './line.ts';
import { toldProblems } from './told-problems.ts';

const carriable = new RegExp(`^${codeShape}$`);

/**
 * A failure in few tokens: `CODE (recovery[ N s]; effect): message → hint` and, only where a client needs more to act,
 * a second line with one JSON object. Undefined if the code is none that a reader could recognise.
 */
export const renderLine = (failure: Failure, facts: CallFacts = {}): string | undefined => {
  const { code, recovery, effect, message, hint } = failure;
  if (!carriable.test(code)) return undefined;
  const seconds = secondsOf(waitMs(failure));
  const words = asLine(message).replaceAll('→', '->');
  const sentence = hint === '' ? words : `${words}${arrow}${asLine(hint)}`.trimStart();
  const line = `${code} (${recovery}${seconds === undefined ? '' : ` ${seconds} s`}; ${effect}): ${sentence}`;
  const more = moreOf(failure, facts, seconds);
  return Object.keys(more).length === 0 ? line : `${line}\n${jsonLine(more)}`;
};

/** JSON leaves some characters as they are that end a line for other programs. */
const jsonLine = (value: JsonObject): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Everything that ends a line somewhere, and every other control character, becomes a space. */
// oxlint-disable-next-line no-control-regex -- they are what this is about
const asLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

const waitMs = ({ retry_after_ms: ms, details }: Failure): number | undefined => {
  const seconds = details?.['retry_after_seconds'];
  return ms ?? (typeof seconds === 'number' ? seconds * 1_000 : undefined);
};

/** Seconds in plain digits. Times that digits cannot say exactly go to the second line. */
const secondsOf = (ms: number | undefined): string | undefined => {
  if (ms === undefined) return undefined;
  const seconds = String(Math.ceil(ms) / 1_000);
  return /^\d{1,12}(?:\.\d{1,3})?$/.test(seconds) ? seconds : undefined;
};

/** What strategies read and the first line does not say. */
const moreOf = (failure: Failure, { replayed }: CallFacts, seconds: string | undefined): JsonObject => {
  const { namespace, code, category, recovery, retryable, similar, next_actions: actions } = failure;
  const row = coreRegistry.find(code, null);
  const more: Record<string, Json> = {};
  if (namespace !== null && row) more['namespace'] = namespace;
  if (category !== usualCategory(recovery, row)) more['category'] = category;
  if (retryable !== usualRetryable(recovery, row)) more['retryable'] = retryable;
  const ms = waitMs(failure);
  if (ms !== undefined && seconds === undefined) more['retry_after_ms'] = ms;
  if (replayed) more['replayed'] = true;
  Object.assign(more, detailsOf(failure));
  if (similar && similar.length > 0) more['similar'] = similar as unknown as Json;
  if (actions && actions.length > 0) more['next_actions'] = actions as unknown as Json;
  // A bug is found in the log by this id, and the hint asks for it.
  if (isBug(failure)) more['correlation_id'] = failure.correlation_id;
  return more;
};

const detailsOf = (failure: Failure): JsonObject => {
  const { details, code, category, recovery, message } = failure;
  if (!details) return {};
  return {
    ...(category === 'validation' && toldProblems(details['problems'])),
    ...(code === 'BATCH_PARTIAL_FAILURE' && pick(details, ['total', 'errors', 'results', 'pending'])),
    ...(recovery === 'confirm' && pick(details, questionOf(details, message))),
    ...(waitMs(failure) === undefined && pick(details, ['resets_at', 'reopenable_at'])),
  };
};

const questionOf = ({ confirmation_message: question }: JsonObject, message: string): readonly string[] => [
  'confirmation_token',
  ...(question === message ? [] : ['confirmation_message']),
  'reasons',
  'danger_level',
  'expires_at',
];

const pick = (details: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => details[name] !== undefined).map((name) => [name, details[name]]));
