import { isFailure, isJsonObject } from '@recourse/contract';
import type { DialectName, Failure, JsonObject } from '@recourse/contract';
import { loadDialect } from '@recourse/contract/dialects';
import { recourse } from '@recourse/contract/dialects/recourse';
import { canonicalOf, failureMetaKey } from '@recourse/contract/mcp';
import { failAsClient } from './client-codes.ts';
import { dialectOf } from './dialect-of.ts';
import { effectOf } from './effect-of.ts';
import { cleanText, fits } from './limits.ts';
import type { ReadingLimits } from './limits.ts';
import { readDisguised, readInferred } from './read-inferred.ts';
import type { Rules } from './read-inferred.ts';
import type { Reading } from './reading.ts';
import { temper } from './temper.ts';

export interface ReadOptions {
  readonly limits: ReadingLimits;
  readonly now: number;
  /** The dialect that the server announced. It is tried first. */
  readonly announced?: DialectName | undefined;
  /** By these the words of a server that does not know the contract are read. */
  readonly rules?: Rules | undefined;
}

/**
 * Whether a result is worth reading as a failure. Every success pays for this, so it looks and does not parse. A result
 * that a server without the contract calls a success is one: its body may be a page, a row or a file with untrusted
 * text.
 */
export const mayHaveFailed = (result: unknown, announced = true): boolean => {
  if (!isJsonObject(result)) return true;
  if (result['isError'] === true) return true;
  const { structuredContent, _meta: meta } = result;
  if (isJsonObject(meta) && meta[failureMetaKey] !== undefined) return true;
  if (!announced) return false;
  if (isJsonObject(structuredContent)) return saysNo(structuredContent);
  const text = firstText(result);
  return text !== undefined && text.startsWith('{') && beginsAsFailure.test(text.slice(0, 256));
};

/** How failures of the dialects begin; a number alone could be any upstream's, so a code is required too. */
const saysNo = ({ ok, success, passed, type, error }: JsonObject): boolean => {
  if (ok === false || success === false || passed === false) return true;
  if (typeof type === 'string' && type.startsWith('urn:recourse:code:')) return true;
  return isJsonObject(error) && isJsonObject(error['data']) && typeof error['data']['code'] === 'string';
};

const beginsAsFailure = /"(?:ok|success|passed)"\s*:\s*false|"type"\s*:\s*"urn:recourse:code:|^\{\s*"error"\s*:\s*\{/;

/** Reads a result of `tools/call`; undefined if it is a success. Never throws, whatever it is given. */
export const readResult = async (result: unknown, options: ReadOptions): Promise<Reading | undefined> => {
  if (!isJsonObject(result)) return unreadable();
  const isError = result['isError'] === true;
  const found = await findFailure(result, options);
  if (found === 'unreadable') return isError ? unreadable() : undefined;
  if (found) {
    const failure = temper(found.failure, options.limits, options.now);
    return isError
      ? { ...found, failure }
      : // Nothing that passes for a success may lead to a second call of something that writes.
        { ...found, source: 'disguised', failure: { ...failure, effect: 'unknown' } };
  }
  const text = firstText(result) ?? '';
  if (!isError) return options.rules && readDisguised(text, options.rules, options.limits);
  const inferred =
    options.rules && readInferred({ text: allTexts(result), effect: 'unknown' }, options.rules, options.limits);
  if (inferred) return inferred;
  const message = cleanText(text, options.limits.messageLength);
  const failure = failAsClient('TOOL_ERROR', {}, { effect: 'unknown', ...(message !== '' && { message }) });
  return { source: 'prose', replayed: false, failure };
};

/** All that is known is that there was an answer. */
export const unreadable = (): Reading => ({
  source: 'unreadable',
  replayed: false,
  failure: failAsClient('ANSWER_UNREADABLE', {}, { effect: 'unknown' }),
});

/** The canonical failure first, then the structured content, then the first text: servers differ in what they fill. */
const findFailure = async (
  result: JsonObject,
  { limits, announced, rules }: ReadOptions,
): Promise<Reading | 'unreadable' | undefined> => {
  const { structuredContent } = result;
  const canonical = canonicalOf(result);
  if (canonical !== undefined && fits(canonical, limits)) {
    const failure = asFailure(recourse.parse(canonical));
    const dialect = announced ?? (isJsonObject(structuredContent) ? dialectOf(structuredContent) : undefined);
    if (failure)
      return { failure, source: 'contract', dialect: dialect ?? 'recourse', replayed: isReplayed(canonical) };
  }
  const text = firstText(result);
  if (text !== undefined && text.length > limits.characters) return 'unreadable';
  // The text of a server that does not know the contract can come from any source: a page, a file, an upstream.
  const heard = rules ? hearsay : (found: Reading): Reading => found;
  for (const [body, believed] of [
    [structuredContent, undefined],
    [parseObject(text), heard],
  ] as const) {
    if (!isJsonObject(body)) continue;
    if (!fits(body, limits)) return 'unreadable';
    const found = await readBody(body, announced, rules !== undefined);
    if (found) return believed ? believed(found) : found;
  }
  const found = text === undefined ? undefined : readLine(text, limits);
  return typeof found === 'object' ? heard(found) : found;
};

/**
 * A failure of which only the code and the words count: it proves nothing about the effect and names no next action.
 */
const hearsay = (reading: Reading): Reading => {
  const { next_actions: _, ...failure } = reading.failure;
  return { ...reading, replayed: false, failure: { ...failure, effect: 'unknown' } };
};

/** A failure in the few words that models are shown: all that some clients pass on. */
const readLine = (text: string, limits: ReadingLimits): Reading | 'unreadable' | undefined => {
  const read = recourse.line?.parse(text);
  if (!read) return undefined;
  return fits(read.failure, limits) ? { ...read, source: 'dialect', dialect: 'recourse' } : 'unreadable';
};

const readBody = async (
  body: JsonObject,
  announced: DialectName | undefined,
  isOrdinary: boolean,
): Promise<Reading | undefined> => {
  const shape = dialectOf(body);
  for (const name of new Set([announced, shape])) {
    if (name === undefined) continue;
    const failure = asFailure((await loadDialect(name)).parse(body));
    if (!failure) continue;
    const read = { ...failure, effect: effectOf(failure, body, { isOrdinary }) };
    return { failure: read, source: 'dialect', dialect: name, replayed: isReplayed(body) };
  }
  return undefined;
};

const asFailure = (outcome: unknown): Failure | undefined => (isFailure(outcome) ? outcome : undefined);

const isReplayed = (body: unknown): boolean =>
  isJsonObject(body) && isJsonObject(body['_meta']) && body['_meta']['replayed'] === true;

const firstText = ({ content }: JsonObject): string | undefined => {
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  return isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string'
    ? block['text']
    : undefined;
};

/** Some servers describe what failed in one block and why in the next. */
const allTexts = ({ content }: JsonObject): string =>
  (Array.isArray(content) ? content.slice(0, 8) : [])
    .flatMap((block: unknown) =>
      isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    .join('\n');

const parseObject = (text: string | undefined): unknown => {
  if (!text?.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
