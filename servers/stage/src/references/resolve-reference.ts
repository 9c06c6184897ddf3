import { buildElement } from '../observe/build-elements.ts';
import { keyOf } from '../observe/element.ts';
import type { StageElement } from '../observe/element.ts';
import type { FlatNode } from '../observe/flat-node.ts';
import type { Look } from '../observe/observe.ts';
import { clip, collapse } from '../observe/names/text.ts';
import { isHidden } from '../observe/visibility.ts';
import type { Placed } from './placed.ts';
import { isSame } from './reference-book.ts';
import type { ReferenceBook } from './reference-book.ts';
import { ReferenceLostError } from './reference-lost-error.ts';
import type { LossReason, Reference } from './reference.ts';
import { findSimilar } from './similarity.ts';

/** A failure lists several elements, so their names are cut. */
const longestSimilar = 100;

/** The element of a reference, in a look that was just made. */
export interface ResolvedElement {
  readonly element: StageElement;
  readonly node: FlatNode;
}

/**
 * Finds the element of a reference. Throws ReferenceLostError if its node is not in its document any more, or if its
 * role, name or row is not what was shown. A hidden element is found, with the state `hidden`.
 */
export const resolveReference = (
  book: ReferenceBook,
  ref: number,
  look: Look,
  placed: readonly Placed[],
): ResolvedElement => {
  const reference = book.find(ref);
  const lose = (reason: LossReason, now?: StageElement): ReferenceLostError => {
    const was = reference?.shown;
    // The element itself is on the other surface, so nothing here resembles it better.
    const alike = was && reason !== 'other_surface' ? findSimilar(was, candidates(placed, now)) : [];
    const similar = alike.map((found) => ({
      ref: book.show(found, look.observation.surfaceId),
      role: found.element.role,
      name: clip(found.element.name, longestSimilar),
    }));
    return new ReferenceLostError(ref, reason, {
      was,
      surfaceId: reference?.surfaceId,
      ...(now && { now: { role: now.role, name: now.name, context: now.context } }),
      similar,
    });
  };
  if (!reference) throw lose(book.wasGiven(ref) ? 'removed' : 'never_seen');
  if (reference.surfaceId !== look.observation.surfaceId) throw lose('other_surface');
  const document = look.capture.documents.find(({ frameId }) => frameId === reference.identity.frameId);
  if (!document) throw lose('removed');
  if (document.loaderId !== reference.identity.loaderId) throw lose('reloaded');
  const { backendNodeId } = reference.identity;
  const node = document.nodes.find((candidate) => candidate.backendNodeId === backendNodeId);
  if (!node) throw lose(isReplaced(reference, placed, book) ? 'replaced' : 'removed');
  const key = keyOf(reference.identity);
  const shown = placed.find(({ element }) => keyOf(element.identity) === key)?.element;
  const element = shown ?? buildElement(node, look.capture, look.build);
  if (isSame(reference.shown, element) && (shown || !isHidden(node))) return { element, node };
  const hidden = shown || !isHidden(node) ? undefined : hiddenElement(reference, element, node);
  if (!hidden) throw lose('changed', element);
  return { element: hidden, node };
};

/** The element itself comes first among those that resemble what it was. */
const candidates = (placed: readonly Placed[], now: StageElement | undefined): readonly Placed[] => {
  const own = now && placed.find(({ element }) => element === now);
  return own ? [own, ...placed.filter((other) => other !== own)] : placed;
};

/** A hidden element with what was shown of it; undefined if it has become another one meanwhile. */
const hiddenElement = ({ shown }: Reference, element: StageElement, node: FlatNode): StageElement | undefined => {
  const isSameRole = element.role === shown.role || shown.role === 'clickable';
  if (!isSameRole || element.context !== shown.context || !hasHiddenName(shown.name, element, node)) return undefined;
  return { ...element, role: shown.role, name: shown.name, state: { ...element.state, hidden: true } };
};

/** Styles that change the case of letters do not apply to hidden text. */
const hasHiddenName = (name: string, element: StageElement, node: FlatNode): boolean => {
  if (name === '') return true;
  const wanted = name.toLowerCase();
  const data = hiddenText(node).toLowerCase();
  // A line of text continues in the nodes after its first one.
  if (element.role === 'text') return data !== '' && wanted.startsWith(data);
  return element.name.toLowerCase() === wanted || clip(data) === wanted;
};

const hiddenText = (node: FlatNode): string => {
  const parts: string[] = [node.data];
  const walk = (at: FlatNode, depth: number): void => {
    for (const child of at.children) {
      if (depth > 100 || parts.length > 1000) return;
      parts.push(child.data);
      walk(child, depth + 1);
    }
  };
  walk(node, 0);
  return collapse(parts.join(''));
};

/** Whether an element that looks the same has come in its place, as when a framework renders a part again. */
const isReplaced = ({ shown }: Reference, placed: readonly Placed[], book: ReferenceBook): boolean =>
  placed.some(
    (other) =>
      isSame(shown, other.element) &&
      book.ofNode(other) === undefined &&
      String(other.ancestors) === String(shown.ancestors),
  );
