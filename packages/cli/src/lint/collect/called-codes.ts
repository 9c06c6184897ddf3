import type { CallExpression } from 'oxc-parser';
import { parseCodeName } from '../code-name.ts';
import type { ProducedCode, Unresolved } from '../facts.ts';
import { calledBy } from '../syntax/calls.ts';
import type { Aliases } from '../syntax/calls.ts';
import { resolveTexts } from '../syntax/resolve-texts.ts';
import type { Visit } from './source.ts';

/** Assertions and logs have methods of the same name, and none of them answers a call. */
const otherReceivers = /^(?:console|assert|expect|chai|should|log|logger|.*(?:Log|Logger))$/;

/** The name of a call that answers with the code it is given, else null. */
export const answeringName = (call: CallExpression, aliases: Aliases): 'fail' | 'warn' | null => {
  const called = calledBy(call, aliases);
  if (called?.name !== 'fail' && called?.name !== 'warn') return null;
  return called.receiver !== null && otherReceivers.test(called.receiver) ? null : called.name;
};

/** Codes in the first argument of `fail` and `warn`, whatever object these are members of. */
export const collectCalledCodes = ({
  node,
  scope,
  source,
}: Visit): { readonly produced: readonly ProducedCode[]; readonly unresolved: readonly Unresolved[] } => {
  const nothing = { produced: [], unresolved: [] };
  if (node.type !== 'CallExpression') return nothing;
  const [first] = node.arguments;
  const name = answeringName(node, source.aliases);
  if (!first || name === null) return nothing;
  const { texts, complete } = resolveTexts(first, scope);
  const produced = texts
    .filter(({ value }) => parseCodeName(value) !== null)
    .map(({ value, node: literal }): ProducedCode => ({
      code: value,
      how: 'call',
      shown: source.shows,
      owner: source.owner,
      place: source.place(literal),
    }));
  if (complete || !source.related) return { produced, unresolved: [] };
  const message = `The code passed to ${name} is chosen at run time.`;
  return { produced, unresolved: [{ rule: 'dynamic-code', message, owner: source.owner, place: source.place(first) }] };
};
