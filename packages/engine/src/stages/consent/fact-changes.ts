import { digestOf } from '../../call/digest.ts';
import type { Call } from '../../call/call.ts';
import type { Facts } from '../../call/facts.ts';
import type { Operation } from '../../tool/operation.ts';
import type { Shown } from './read-shown.ts';
import type { HeldCall, TokenRefusal, Tokens } from './tokens.ts';

/** A fact that differs between two questions about one call. Values are absent if they may not be shown. */
export interface FactChange {
  readonly fact: string;
  readonly before?: Facts[string];
  readonly after?: Facts[string];
}

/** The digest that a confirmation is bound to: the arguments, and the facts that the question stated. */
export const digestOfQuestion = (call: Call, shown: Shown | undefined): string =>
  digestOf(shown ? { arguments: call.arguments, shown: shown.facts } : call.arguments);

/**
 * The changes since the question that a token answers; undefined if the token belongs to another call. If the store
 * cannot hold calls, the question is asked again and the difference cannot be named.
 */
export const changesSince = async (
  call: Call,
  operation: Operation,
  asked: { readonly refusal: TokenRefusal; readonly token: string | undefined; readonly shown: Shown | undefined },
  tokens: Tokens,
): Promise<readonly FactChange[] | undefined> => {
  const { refusal, token, shown } = asked;
  if (token === undefined || refusal.state !== 'mismatch' || refusal.token_operation !== operation.name)
    return undefined;
  const held = await tokens.held(token);
  if (!held) return shown && !tokens.holds ? [] : undefined;
  if (!isSameCall(held, call)) return undefined;
  return changesBetween(held.shown ?? {}, shown);
};

/** The changes between the facts of an earlier question and those of this one. Its digest says that there are some. */
export const changesBetween = (before: Facts, shown: Shown | undefined): readonly FactChange[] => {
  const changes = compareFacts(before, shown?.visible ?? {});
  return changes.length > 0 ? changes : maskedFacts(shown);
};

/** If everything that people may see is as it was, a fact that they may not see has changed. */
const maskedFacts = (shown: Shown | undefined): readonly FactChange[] =>
  Object.keys(shown?.facts ?? {})
    .filter((fact) => shown?.facts[fact] !== shown?.visible[fact])
    .map((fact) => ({ fact }));

const isSameCall = (held: HeldCall, call: Call): boolean =>
  held.principal.id === call.principal.id && digestOf(held.arguments) === digestOf(call.arguments);

const compareFacts = (before: Facts, after: Facts): readonly FactChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((fact) => {
    const [was, is] = [before[fact], after[fact]];
    if (was === is) return [];
    return [{ fact, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
