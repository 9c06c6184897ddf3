import { mapAnswers } from './map-answers.mjs';

/**
 * Failures of the Recourse serving as English sentences, with the same facts and without the data. Two wordings say the
 * same: what one of them states, the other states. `read-told.mjs` reads the first.
 *
 * @typedef {object} Wording
 * @property {(error: string, code: string) => string} head
 * @property {Readonly<Record<string, string>>} effects
 * @property {(retryable: boolean) => string} repeat
 * @property {(recovery: string) => string} recovery
 * @property {(seconds: number) => string} wait
 * @property {(action: any) => string} action
 * @property {(name: any) => string} similar
 * @property {(pointer: string, value: unknown) => string} detail
 */

const json = JSON.stringify;

/** @type {Wording} */
const first = {
  head: (error, code) => `${error} (${code}).`,
  effects: {
    none: 'Nothing was done.',
    partial: 'A part of it was done.',
    unknown: 'It is not known whether it was done.',
    complete: 'It was done.',
  },
  repeat: (retryable) => (retryable ? 'The same call can succeed later.' : 'The same call does not succeed by itself.'),
  recovery: (recovery) => `The way out is: ${recovery}.`,
  wait: (seconds) => `Wait ${seconds} s before the next call.`,
  action: ({ tool, arguments: args, applied_when: applied, resembles, why }) =>
    [
      `You can call ${tool} with ${json(args ?? {})}: ${why}`,
      ...(applied ? [`It was done if ${applied.pointer} is ${json(applied.equals)}.`] : []),
      ...(resembles ? ['Others can cause the same.'] : []),
    ].join(' '),
  similar: ({ role, ref }) => `The ${role} ${json(ref)} is close to what was sent.`,
  detail: (pointer, value) => `Its ${pointer} is ${json(value)}.`,
};

/** @type {Wording} */
const second = {
  head: (error, code) => `Request failed with ${code}: ${error}`,
  effects: {
    none: 'No changes have been made.',
    partial: 'Some of the changes have been made.',
    unknown: 'The changes may or may not have been made.',
    complete: 'The changes have been made.',
  },
  repeat: (retryable) => (retryable ? 'Resending it unchanged may work.' : 'Resending it unchanged is pointless.'),
  recovery: (recovery) => `Recommended course of action: ${recovery}`,
  wait: (seconds) => `Come back in ${seconds} seconds.`,
  action: ({ tool, arguments: args, applied_when: applied, resembles, why }) =>
    [
      `Option: ${tool}, parameters ${json(args ?? {})}. Purpose: ${why}`,
      ...(applied ? [`A value of ${json(applied.equals)} at ${applied.pointer} means success.`] : []),
      ...(resembles ? ['This evidence is not conclusive.'] : []),
    ].join(' '),
  similar: ({ role, ref }) => `Did you mean the ${role} ${json(ref)}?`,
  detail: (pointer, value) => `${pointer}: ${json(value)}`,
};

const wordings = { told: first, reworded: second };
/** @typedef {keyof typeof wordings} WordingName */

/** A transport whose failures are sentences. @type {(inner: any, wording: WordingName) => any} */
export const asSentences = (inner, wording) =>
  mapAnswers(inner, ({ structuredContent: body, content, isError }) => ({
    content: body ? [{ type: 'text', text: tell(body, wordings[wording]) }] : content,
    isError,
  }));

/** One sentence, or a few that belong together, on each line. @type {(body: any, wording: Wording) => string} */
const tell = (body, wording) =>
  [
    wording.head(body.error, body.code),
    wording.effects[body.effect],
    wording.repeat(body.retryable),
    wording.recovery(body.recovery),
    ...(body.retry_after_ms === undefined ? [] : [wording.wait(body.retry_after_ms / 1_000)]),
    ...(body.next_actions ?? []).map(wording.action),
    ...(body.similar ?? []).map(wording.similar),
    ...leavesOf(body.details ?? {}).map(([pointer, value]) => wording.detail(pointer, value)),
  ].join('\n');

/** Everything that the details say, by its place. @type {(value: unknown, pointer?: string) => readonly [string, unknown][]} */
const leavesOf = (value, pointer = '') => {
  const isTree = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isTree) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${pointer}/${name}`));
};
