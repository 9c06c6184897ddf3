import { isJsonObject, renderTemplate } from '@recourse/contract';
import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { Call } from '../../call/call.ts';
import type { Facts } from '../../call/facts.ts';
import type { Operation } from '../../tool/operation.ts';
import type { FactChange } from './fact-changes.ts';

/** Facts that the question states, and how they differ from those of the question before. */
export interface Stated {
  readonly visible?: Facts;
  readonly changes?: readonly FactChange[];
}

/** The question in words: what changed, what is asked, and the facts that the author's sentence does not name itself. */
export const questionText = (
  call: Call,
  operation: Operation,
  { visible, changes = [] }: Stated,
): string | undefined => {
  const { message } = operation.confirmation;
  if (message === undefined && !visible) return undefined;
  const words = Object.fromEntries(Object.entries(visible ?? {}).map(([name, value]) => [name, wordOf(value)]));
  const question = renderTemplate(message ?? `Allow '${operation.name}'?`, {
    ...visibleArguments(call, operation),
    ...words,
  });
  const unnamed = Object.entries(words).filter(([name]) => message?.includes(`{${name}}`) !== true);
  return [
    ...(changes.length > 0 ? [`Changed since the last question: ${changes.map(changeInWords).join('; ')}.`] : []),
    question,
    ...(unnamed.length > 0 ? [`${unnamed.map(([name, word]) => `${name}: ${word}`).join(', ')}.`] : []),
  ].join(' ');
};

/** A question may name arguments, but no secret. */
const visibleArguments = (call: Call, operation: Operation): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(call.arguments).filter(
      ([key, value]) => !isJsonObject(value) && !operation.sensitive.includes(`/${key}`),
    ),
  );

const changeInWords = ({ fact, before, after }: FactChange): string => {
  if (before === undefined && after === undefined) return fact;
  if (before === undefined) return `${fact} is now ${wordOf(after)}`;
  return after === undefined
    ? `${fact} was ${wordOf(before)} and has been removed`
    : `${fact} was ${wordOf(before)} and is now ${wordOf(after)}`;
};

const longestWord = 120;
const plainWord = /^[\w./@:+-]+$/;

/** Facts repeat what others wrote. In quotes, a title cannot pass for a part of the question. */
const wordOf = (value: string | number | boolean | undefined): string => {
  if (typeof value !== 'string') return String(value);
  if (plainWord.test(value) && value.length <= longestWord) return value;
  const line = replaceHidden(value, ' ');
  return JSON.stringify(line.length > longestWord ? `${line.slice(0, longestWord)}…` : line);
};
