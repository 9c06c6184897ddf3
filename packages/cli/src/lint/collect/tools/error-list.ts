import type { Node } from 'oxc-parser';
import { parseCodeName } from '../../code-name.ts';
import { followConstants } from '../../syntax/follow-constants.ts';
import { resolveTexts } from '../../syntax/resolve-texts.ts';
import type { Scope } from '../../syntax/scope.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { shownAt } from './shown-at.ts';

/** A code, and the node to show for it. */
export interface WrittenCode {
  readonly code: string;
  readonly node: Node;
}

/** The codes of a tool's `errors`; `complete` is false when there may be others. */
export interface ErrorList {
  readonly codes: readonly WrittenCode[];
  readonly complete: boolean;
}

interface PendingList {
  readonly node: Node;
  readonly scope: Scope;
  /** The expression in the tool itself, once it has led elsewhere. */
  readonly shown: Node | null;
}

/** More than a tool can mean; a list that many tools share is read for each of them. */
const mostElements = 1000;

/** Reads an array literal, or a constant that is one, with the arrays that it spreads. */
export const readErrorList = (list: Node, scope: Scope): ErrorList => {
  const codes = new Map<string, Node>();
  let complete = true;
  let read = 0;
  const seen = new Set<Node>();
  const pending: PendingList[] = [{ node: list, scope, shown: null }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const found = followConstants(next.node, next.scope);
    if (found?.node.type !== 'ArrayExpression') {
      complete = false;
      continue;
    }
    // Lists that spread each other twice would double with each step.
    if (seen.has(found.node)) continue;
    seen.add(found.node);
    const shown = next.shown ?? (unwrap(next.node) === found.node ? null : next.node);
    for (const element of found.node.elements) {
      read += 1;
      if (read > mostElements) return { codes: [], complete: false };
      if (element === null) continue;
      if (element.type === 'SpreadElement') {
        pending.push({ node: element.argument, scope: found.scope, shown });
        continue;
      }
      const resolved = resolveTexts(element, found.scope);
      complete &&= resolved.complete;
      for (const { value, node } of resolved.texts) {
        if (parseCodeName(value) !== null && !codes.has(value)) codes.set(value, shown ?? shownAt(element, node));
      }
    }
  }
  return { codes: [...codes].map(([code, node]) => ({ code, node })), complete };
};
