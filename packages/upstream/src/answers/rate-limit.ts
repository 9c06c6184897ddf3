import type { HeaderSource } from './answer.ts';
import { readRateLimitField } from './rate-limit-field.ts';

/** How a limit stands by the headers of an answer. */
export interface RateLimit {
  readonly limit?: number;
  readonly remaining?: number;
  /** Milliseconds since 1970. */
  readonly resetsAt?: number;
  /** Which of several limits it is, where the upstream says so. */
  readonly name?: string;
  /** How long a window is, where the upstream says so. */
  readonly windowSeconds?: number;
}

/** The spellings in use: GitHub's, that of the old draft of the IETF, and that with one more hyphen. */
const prefixes = ['x-ratelimit-', 'ratelimit-', 'x-rate-limit-'];

/** Reads the rate-limit headers of an answer; what it does not say is absent. */
export const readRateLimit = (headers: HeaderSource, now: number): RateLimit => {
  const limit = count(first(headers, 'limit'));
  const remaining = count(first(headers, 'remaining'));
  const resetsAt = readReset(first(headers, 'reset'), now);
  const name = first(headers, 'resource');
  return {
    ...readRateLimitField(headers, now),
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetsAt !== undefined && { resetsAt }),
    ...(name !== undefined && /^[\w-]{1,64}$/.test(name) && { name }),
  };
};

const first = (headers: HeaderSource, field: string): string | undefined => {
  for (const prefix of prefixes) {
    const text = headers.get(prefix + field)?.trim();
    if (text) return text;
  }
  return undefined;
};

const count = (text: string | undefined): number | undefined => {
  const number = Number(text ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

const latest = Date.UTC(9999, 0, 1);

/** A moment in seconds or milliseconds since 1970, or a number of seconds from now: told apart by its size. */
const readReset = (text: string | undefined, now: number): number | undefined => {
  const number = Number(text ?? Number.NaN);
  if (!Number.isFinite(number) || number < 0) return undefined;
  const ms = number > 1e11 ? number : number > 1e9 ? number * 1000 : now + number * 1000;
  return ms <= latest ? Math.round(ms) : undefined;
};
