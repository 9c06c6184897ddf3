import { isJsonObject } from '@recourse/contract';
import type { UpstreamAnswer } from '@recourse/upstream';

/** Deeper than any refusal of GitHub, and far from what a call stack holds. */
const deepest = 12;
const cut = '…';

/**
 * Makes an answer safe to show to callers: without the token, should a header or the body repeat it, and no deeper than
 * programs can walk.
 */
export const safeAnswer = (answer: UpstreamAnswer, token: string | undefined): UpstreamAnswer => {
  const hide = (text: string): string => (token ? text.replaceAll(token, '[token]') : text);
  const { headers } = answer;
  return {
    ...answer,
    headers: {
      get: (name) => {
        const value = headers.get(name);
        return typeof value === 'string' ? hide(value) : value;
      },
    },
    body: copy(answer.body, hide, 0),
  };
};

const copy = (value: unknown, hide: (text: string) => string, depth: number): unknown => {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return cut;
  if (Array.isArray(value)) return value.map((item) => copy(item, hide, depth + 1));
  if (!isJsonObject(value)) return cut;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [hide(key), copy(item, hide, depth + 1)]));
};
