import type { FlatNode } from '../observe/flat-node.ts';
import { clip } from '../observe/names/text.ts';
import type { Placed } from '../references/placed.ts';
import type { ReferenceBook } from '../references/reference-book.ts';
import { AmbiguousTargetError } from './ambiguous-target-error.ts';
import { findElements } from './find-elements.ts';
import type { PlacedLook } from './observer.ts';
import { SelectorNoMatchError } from './select-nodes.ts';

/** The role and the whole name of an element, in any case of letters. */
export interface RoleAndName {
  readonly role: string;
  readonly name: string;
}

/** A failure lists several elements, so their names are cut. */
const longestName = 100;
const mostListed = 5;

/** Finds the only element with a role and a name. Throws if there is none, or more than one. */
export const findByName = (book: ReferenceBook, look: PlacedLook, { role, name }: RoleAndName): Placed => {
  const [found, ...others] = findElements(look, { role, nameExact: name });
  if (!found) throw new SelectorNoMatchError(`${role} "${clip(name, longestName)}"`);
  if (others.length === 0) return found;
  const listed = [found, ...others].slice(0, mostListed).map((placed) => ({
    ref: book.show(placed, look.observation.surfaceId),
    role,
    name: clip(placed.element.context ?? placed.element.name, longestName),
  }));
  throw new AmbiguousTargetError(others.length + 1, listed);
};

/** The node of an element in the look that it was found in. */
export const nodeOf = (look: PlacedLook, { element: { identity } }: Placed): FlatNode => {
  const document = look.capture.documents.find(({ frameId }) => frameId === identity.frameId);
  return document?.nodes.find(({ backendNodeId }) => backendNodeId === identity.backendNodeId) as FlatNode;
};
