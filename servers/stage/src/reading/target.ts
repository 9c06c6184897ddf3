import type { CaptureOptions } from '../observe/capture.ts';
import type { FlatNode } from '../observe/flat-node.ts';
import type { Placed } from '../references/placed.ts';
import { resolveReference } from '../references/resolve-reference.ts';
import type { Surface } from '../surface.ts';
import { BadArgumentError } from './bad-argument-error.ts';
import { findByName, nodeOf } from './find-by-name.ts';
import type { RoleAndName } from './find-by-name.ts';
import type { Observer, PlacedLook } from './observer.ts';
import { apart, placedOf } from './placed-of.ts';
import { SelectorNoMatchError, selectNodes } from './select-nodes.ts';

/** How a call names an element: by its reference, by a CSS selector, or by its role and name. */
export interface Target {
  readonly ref?: number | undefined;
  readonly selector?: string | undefined;
  readonly by?: RoleAndName | undefined;
}

/** The element that a call names, as it is now. */
export interface FoundTarget {
  readonly ref: number;
  readonly placed: Placed;
  readonly node: FlatNode;
  readonly look: PlacedLook;
}

/** Finds the element that a call names. Throws if the reference is lost or the selector matches nothing. */
export const findTarget = async (
  observer: Observer,
  surface: Surface,
  target: Target,
  capturing?: CaptureOptions,
): Promise<FoundTarget> => {
  const given = [target.ref, target.selector, target.by].filter((one) => one !== undefined).length;
  if (given !== 1) throw new BadArgumentError('ref', 'exactly one of ref, selector and by is required');
  return targetIn(await observer.look(surface, capturing), observer, target, capturing);
};

/** Finds the element that a call names in a look that was made. */
export const targetIn = async (
  look: PlacedLook,
  observer: Observer,
  { ref, selector, by }: Target,
  capturing?: CaptureOptions,
): Promise<FoundTarget> => {
  if (ref !== undefined) {
    const { node, element } = resolveReference(observer.book, ref, look, look.placed);
    const placed = look.placed.find((candidate) => candidate.element === element);
    return { ref, node, look, placed: placed ?? apart(element) };
  }
  if (by !== undefined) {
    const placed = findByName(observer.book, look, by);
    return { ref: observer.book.show(placed, look.observation.surfaceId), node: nodeOf(look, placed), look, placed };
  }
  const { nodes } = await selectNodes(look, selector as string, { signal: capturing?.signal });
  const [node] = nodes;
  if (!node) throw new SelectorNoMatchError(selector as string);
  const placed = placedOf(look, node);
  return { ref: observer.book.show(placed, look.observation.surfaceId), node, look, placed };
};
