import { buildElement } from '../observe/build-elements.ts';
import { keyOf } from '../observe/element.ts';
import type { FlatNode } from '../observe/flat-node.ts';
import type { Placed } from '../references/placed.ts';
import type { PlacedLook } from './observer.ts';

/** The element of a node, whether it is one that snapshots show or not. */
export const placedOf = (look: PlacedLook, node: FlatNode): Placed => {
  const built = placedApart(look, node);
  const key = keyOf(built.element.identity);
  return look.placed.find((candidate) => keyOf(candidate.element.identity) === key) ?? built;
};

/** The element of a node that no snapshot shows. */
export const placedApart = (look: PlacedLook, node: FlatNode): Placed =>
  apart(buildElement(node, look.capture, look.build));

/** An element without a place among those that snapshots show. */
export const apart = (element: Placed['element']): Placed => ({
  element,
  parent: undefined,
  depth: 0,
  position: 0,
  ancestors: [],
});
