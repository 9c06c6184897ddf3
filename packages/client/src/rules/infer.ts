import type { Json, JsonObject } from '@recourse/contract';
import { isDeepStrictEqual } from 'node:util';
import { findPhrase } from './phrase.ts';
import type { Inferred, Rule } from './rule.ts';
import { parseBody, saidIn } from './said.ts';

/** Rules with a common name, in the order in which they are tried. */
export interface RuleSet {
  readonly by: string;
  readonly rules: readonly Rule[];
}

export interface Inference {
  readonly code: string;
  readonly inferred: Inferred;
  readonly retryAfterMs: number | undefined;
}

export interface Heard {
  readonly tool: string;
  readonly text: string;
  /** The number of a JSON-RPC error. */
  readonly number?: number | undefined;
}

/**
 * The code that the message of a failure indicates; undefined if no rule knows them. The first rule that fits counts.
 */
export const inferFailure = ({ tool, text, number }: Heard, sets: readonly RuleSet[]): Inference | undefined => {
  const said = saidIn(text, number);
  for (const { by, rules } of sets)
    for (const rule of rules) {
      if (rule.body || !isFor(rule, tool)) continue;
      const words = wordsOf(rule, said.text, said.statuses);
      if (words === undefined) continue;
      const inferred = { confidence: rule.confidence, words, by };
      return { code: rule.code, inferred, retryAfterMs: said.retryAfterMs };
    }
  return undefined;
};

/** The code that an operator gives to a whole JSON body of a tool, though the server calls it a success. */
export const inferDisguised = (tool: string, text: string, sets: readonly RuleSet[]): Inference | undefined => {
  const mayFit = sets.filter(({ rules }) => rules.some((rule) => rule.body && isFor(rule, tool)));
  const body = mayFit.length > 0 ? parseBody(text) : undefined;
  if (!body) return undefined;
  for (const { by, rules } of mayFit)
    for (const rule of rules) {
      if (!rule.body || !isFor(rule, tool) || !hasFields(body, rule.body)) continue;
      const inferred = { confidence: rule.confidence, words: JSON.stringify(rule.body).slice(0, 200), by };
      return { code: rule.code, inferred, retryAfterMs: undefined };
    }
  return undefined;
};

const isFor = ({ tools }: Rule, tool: string): boolean => !tools || tools.includes(tool);

const hasFields = (body: JsonObject, wanted: Readonly<Record<string, Json>>): boolean =>
  Object.entries(wanted).every(([name, value]) => Object.hasOwn(body, name) && isDeepStrictEqual(body[name], value));

/** A rule with words and numbers needs both. */
const wordsOf = (rule: Rule, text: string, statuses: readonly number[]): string | undefined => {
  const status = rule.status?.find((number) => statuses.includes(number));
  if (rule.status && status === undefined) return undefined;
  if (!rule.words) return status === undefined ? undefined : String(status);
  for (const phrase of rule.words) {
    const found = findPhrase(text, phrase);
    if (found !== undefined) return found;
  }
  return undefined;
};
