import type { FlatNode } from '../observe/flat-node.ts';
import { clip } from '../observe/names/text.ts';
import type { Placed } from '../references/placed.ts';
import type { ReferenceBook } from '../references/reference-book.ts';
import type { SimilarElement } from '../references/reference-lost-error.ts';
import { findSimilar, nameLikeness } from '../references/similarity.ts';
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
/** Nothing but the name tells what the caller means. */
const leastLikeness = 0.5;

/** Finds the only element with a role and a name. Throws if there is none, or more than one. */
export const findByName = (book: ReferenceBook, look: PlacedLook, { role, name }: RoleAndName): Placed => {
  const [found, ...others] = findElements(look, { role, nameExact: name });
  const listed = (placed: Placed, shown: string): SimilarElement => ({
    ref: book.show(placed, look.observation.surfaceId),
    role: placed.element.role,
    name: clip(shown, longestName),
  });
  if (!found) {
    // Only a failure that is sent needs them: an action looks many times before it fails.
    const wanted = { role, name, context: undefined, ancestors: [], position: 0 };
    const isNear = ({ element }: Placed): boolean => nameLikeness(name, element.name) >= leastLikeness;
    const similar = () =>
      findSimilar(wanted, look.placed.filter(isNear)).map((placed) => listed(placed, placed.element.name));
    throw new SelectorNoMatchError(`${role} "${clip(name, longestName)}"`, similar);
  }
  if (others.length === 0) return found;
  const alike = [found, ...others].slice(0, mostListed);
  throw new AmbiguousTargetError(
    others.length + 1,
    alike.map((placed) => listed(placed, placed.element.context ?? placed.element.name)),
  );
};

/** The node of an element in the look that it was found in. */
export const nodeOf = (look: PlacedLook, { element: { identity } }: Placed): FlatNode => {
  const document = look.capture.documents.find(({ frameId }) => frameId === identity.frameId);
  return document?.nodes.find(({ backendNodeId }) => backendNodeId === identity.backendNodeId) as FlatNode;
};
