import { recoveries } from '../../../codes/code.ts';
import type { Recovery } from '../../../codes/code.ts';
import { effects } from '../../../failures/failure.ts';
import type { Effect } from '../../../failures/failure.ts';
import { coreRegistry } from '../../../failures/registry.ts';
import { isJsonObject } from '../../../json.ts';
import type { JsonObject } from '../../../json.ts';
import { assembleFailure, parseFailureFields } from '../../extension.ts';
import { arrow, codeShape, usualCategory, usualRetryable } from './line.ts';
import type { ReadLine } from './line.ts';
import { readBatch } from './told-batch.ts';
import { readActions, readConfirmation } from './told-confirmation.ts';

/** Everything except the message comes before the message, so no message can be mistaken for another part. */
const shape = new RegExp(
  `^(${codeShape}) \\((${recoveries.join('|')})(?: (\\d{1,12}(?:\\.\\d{1,3})?) s)?; (${effects.join('|')})\\): (.*)$`,
);

/** Reads a failure from its lines; undefined if the text is anything else or contains more. */
export const parseLine = (text: string): ReadLine | undefined => {
  const end = text.indexOf('\n');
  const match = shape.exec(end === -1 ? text : text.slice(0, end));
  if (!match) return undefined;
  // An unreadable second line could have forbidden what the first allows.
  const more = end === -1 ? {} : parseObject(text.slice(end + 1));
  if (!more) return undefined;
  const [, code = '', recovery, seconds, effect, sentence = ''] = match;
  return {
    failure: failureOf({ code, recovery: recovery as Recovery, seconds, effect: effect as Effect, sentence }, more),
    replayed: more['replayed'] === true,
  };
};

interface First {
  readonly code: string;
  readonly recovery: Recovery;
  readonly seconds: string | undefined;
  readonly effect: Effect;
  readonly sentence: string;
}

const failureOf = ({ code, recovery, seconds, effect, sentence }: First, more: JsonObject) => {
  const { namespace, category, retryable, similar, retry_after_ms, ...fields } = parseFailureFields(more);
  const next_actions = readActions(more, fields.next_actions);
  const row = coreRegistry.find(code, null);
  const words = ` ${sentence}`;
  const at = words.indexOf(arrow);
  const hint = at === -1 ? '' : words.slice(at + arrow.length);
  const details = {
    ...pick(more, ['problems', 'resets_at', 'reopenable_at']),
    ...(code === 'BATCH_PARTIAL_FAILURE' && readBatch(more)),
    ...(recovery === 'confirm' && readConfirmation(more, hint, next_actions)),
  };
  const waitMs = seconds === undefined ? retry_after_ms : Math.round(Number(seconds) * 1_000);
  const own = {
    code,
    message: at === -1 ? sentence : words.slice(1, at),
    hint,
    recovery,
    effect,
    category: category ?? usualCategory(recovery, row),
    retryable: retryable ?? usualRetryable(recovery, row),
    ...(Object.keys(details).length > 0 && { details }),
    ...(similar && { similar }),
    ...(next_actions && { next_actions }),
    ...(waitMs !== undefined && { retry_after_ms: waitMs }),
  };
  return assembleFailure(own, { code, namespace: namespace ?? null }, coreRegistry.find);
};

const pick = (more: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(more, name)).map((name) => [name, more[name]]));

const parseObject = (text: string): JsonObject | undefined => {
  if (!text.startsWith('{') || text.includes('\n')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};
