import type { CallExpression, Node } from 'oxc-parser';
import { byPlace } from '../../by-place.ts';
import type { ToolCodeUse } from '../../facts.ts';
import type { Source } from '../source.ts';
import { readAnswers } from './answers.ts';
import { codesOf } from './makers.ts';
import type { Made } from './makers.ts';
import { readOwnNames } from './own-names.ts';
import type { Handler } from './own-names.ts';
import { readUses } from './own-uses.ts';

/** A place that hides which codes a handler uses. */
interface Doubt {
  readonly node: Node;
  readonly reason: string;
}

/** The codes that a handler visibly uses, and what hides the others. */
export interface HandlerCodes {
  readonly used: ReadonlyMap<string, ToolCodeUse>;
  /** Its `fail` is passed on: other code can then fail with any code. */
  readonly escape: Doubt | null;
  /** A failure was made elsewhere, or its code is chosen at run time. */
  readonly doubt: Doubt | null;
}

/** A thousand tools may share one long handler; it is read once. */
const known = new WeakMap<Handler, HandlerCodes>();

/** Reads a handler. The functions that it calls are not followed, and what they throw is not known. */
export const readHandlerCodes = (handler: Handler, source: Source): HandlerCodes => {
  const codes = known.get(handler) ?? readOnce(handler, source);
  known.set(handler, codes);
  return codes;
};

const readOnce = (handler: Handler, source: Source): HandlerCodes => {
  const own = readOwnNames(handler, source.scopes);
  const { made, returned, escape } = readUses(handler, own, source);
  const answered = readAnswers(returned, handler, own, source);
  const makers = new Map<CallExpression, { readonly made: Made; readonly answers: boolean }>();
  for (const one of made) makers.set(one.call, { made: one, answers: one.maker === 'own' });
  for (const one of answered.made) makers.set(one.call, { made: one, answers: true });

  const used = new Map<string, ToolCodeUse>();
  let chosen: Node | null = null;
  for (const { made: one, answers } of makers.values()) {
    const { codes, open } = codesOf(one);
    for (const { code, node } of codes) {
      used.set(code, sumUp(used.get(code), { place: source.place(node), answers }));
    }
    chosen ??= open;
  }
  return {
    used,
    escape: doubtOf(escape, "passes 'call' or 'fail' to other code"),
    doubt:
      doubtOf(chosen, 'fails with a code that is chosen at run time') ??
      doubtOf(answered.elsewhere, 'returns a value that was created elsewhere'),
  };
};

/** Of two uses, the first that answers, as that is where the tool must keep what it declares. */
const sumUp = (one: ToolCodeUse | undefined, other: ToolCodeUse): ToolCodeUse => {
  if (one === undefined || (other.answers && !one.answers)) return other;
  if (one.answers && !other.answers) return one;
  return byPlace(one.place, other.place) <= 0 ? one : other;
};

const doubtOf = (node: Node | null, reason: string): Doubt | null => node && { node, reason };
