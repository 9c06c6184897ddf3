import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';

/** The message of a failure: its words, its numbers, and how long to wait. */
export interface Said {
  readonly text: string;
  readonly statuses: readonly number[];
  readonly retryAfterMs: number | undefined;
}

const longestText = 4_000;

/** Splits a message into words, numbers and a time to wait. JSON counts by its fields, so that names in it do not match. */
export const saidIn = (text: string, number?: number): Said => {
  const bounded = text.slice(0, longestText);
  const body = parseBody(text);
  const fields = body ? fieldsOf(body) : { texts: [bounded], numbers: [], afterMs: undefined };
  const words = fields.texts.join('\n').slice(0, longestText);
  return {
    text: words,
    statuses: [...(number === undefined ? [] : [number]), ...fields.numbers, ...statusesIn(words)],
    retryAfterMs: fields.afterMs ?? waitIn(words),
  };
};

/** The whole text as one JSON object; undefined if it is anything else. */
export const parseBody = (text: string): JsonObject | undefined => {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}') || trimmed.length > 262_144) return undefined;
  try {
    const body: unknown = JSON.parse(trimmed);
    return isJsonObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
};

interface Fields {
  readonly texts: string[];
  readonly numbers: number[];
  readonly afterMs: number | undefined;
}

const textNames = ['message', 'error', 'code', 'detail', 'details', 'reason', 'title', 'name', 'error_description'];
const statusNames = ['status', 'statusCode', 'status_code', 'httpStatus', 'http_status', 'code'];

/** The fields by which APIs say what went wrong, at the top and inside of `error`. */
const fieldsOf = (body: JsonObject): Fields => {
  const texts: string[] = [];
  const numbers: number[] = [];
  let afterMs: number | undefined;
  for (const place of [body, body['error'], body['cause'], body['response']].filter(isJsonObject)) {
    for (const name of textNames) {
      const value = place[name];
      if (typeof value === 'string') texts.push(value);
    }
    for (const name of statusNames) {
      const value = place[name];
      if (typeof value === 'number') numbers.push(value);
    }
    afterMs ??= afterOf(place);
  }
  return { texts, numbers, afterMs };
};

const afterOf = (place: JsonObject): number | undefined => {
  const { retry_after_ms: ms, retryAfterMs, retry_after: seconds, retryAfter, retry_after_seconds: long } = place;
  const inMs = ms ?? retryAfterMs;
  if (typeof inMs === 'number') return bounded(inMs);
  const inSeconds = seconds ?? retryAfter ?? long;
  return typeof inSeconds === 'number' ? bounded(inSeconds * 1_000) : undefined;
};

const bounded = (ms: number): number | undefined => (ms >= 0 && ms <= 86_400_000 ? Math.ceil(ms) : undefined);

/** A number counts only after a word that makes it a status: others are ids, sizes and line numbers. */
const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/\b(?:HTTP(?:\/[\d.]+)?|status(?: code)?|error(?: code)?|code)[ :=('"]{0,3}(-?\d{3,5})\b/gi)].map(
    ([, digits]) => Number(digits),
  );

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

const waitIn = (text: string): number | undefined => {
  const found =
    /\b(?:retry|try again|wait|available)[^\d\n]{0,40}?(\d{1,6})\s?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m)\b/i.exec(
      text,
    ) ?? /\bretry-after: ?(\d{1,6})\b/i.exec(text);
  if (!found) return undefined;
  const [, digits, unit = 's'] = found;
  const short = /^mi?l?l?i?s/i.test(unit) ? 'ms' : unit.toLowerCase().startsWith('m') ? 'm' : 's';
  return bounded(Number(digits) * (units[short] ?? 1_000));
};
