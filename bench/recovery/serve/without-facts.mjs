import { mapAnswers } from './map-answers.mjs';

/**
 * Answers of the Recourse serving with one kind of fact left out, as if the server did not know it. Everything else
 * stays as it is, in the structured content alone, so that the text does not say what the data does not.
 *
 * @typedef {keyof typeof removals} Removed
 */
export const removals = {
  'the time to wait': (/** @type {any} */ body) => without(withDetails(body, ['retry_after_seconds', 'resets_at', 'reopenable_at']), ['retry_after_ms']), // prettier-ignore
  'the effect': (/** @type {any} */ body) => ({ ...body, effect: 'unknown' }),
  'the next actions': (/** @type {any} */ body) => without(body, ['next_actions']),
  'what is wrong with the arguments': (/** @type {any} */ body) =>
    without(withDetails(body, ['problems']), ['similar']),
  'whether a repetition helps': (/** @type {any} */ body) => ({ ...body, retryable: false }),
};

/** @type {(value: Record<string, unknown>, names: readonly string[]) => Record<string, unknown>} */
const without = (value, names) => Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

const withDetails = (/** @type {any} */ body, /** @type {readonly string[]} */ names) =>
  body.details ? { ...body, details: without(body.details, names) } : body;

/** A transport whose failures lack the fact. @type {(inner: any, fact: Removed) => any} */
export const withoutFact = (inner, fact) =>
  mapAnswers(inner, (result) => {
    if (typeof result.structuredContent !== 'object') return result;
    const { _meta: _, ...rest } = result;
    const content = [{ type: 'text', text: 'It failed.' }];
    return { ...rest, content, structuredContent: removals[fact](result.structuredContent) };
  });
