import { readFileSync } from 'node:fs';
import type { JsonObject } from '@recourse/contract';
import { volatiles } from './volatile.ts';
import type { Volatile } from './volatile.ts';

/** Every JSON example of the contract, word for word, by its section. */
export const examples = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, JsonObject>
>;

export const example = (section: string): JsonObject => {
  const found = examples[section];
  if (!found) throw new Error(`There is no example in ${section}`);
  return found;
};

/** The fields in which an answer may differ from the example of a section. */
export const volatilesOf = (section: string): readonly Volatile[] =>
  volatiles.filter((rule) => rule.in.includes(section));

/** The snippets of an adapter file in 8.2 and 8.3, word for word. */
export const snippets = `error_codes:
  GITHUB_ABUSE_DETECTED:
    category: RATE_LIMIT
    message_template: "Abuse detection triggered: {reason}"
    maps_from_http: [403]
    condition: "response.body.message contains 'abuse'"
error_mapping:
  404:
    code: NOT_FOUND_REPOSITORY
    message_template: "Repository '{owner}/{repo}' not found"
  403:
    condition: "response.body.message contains 'rate limit'"
    code: RATE_LIMIT_EXCEEDED`;
