import { skippedTags } from '../observe/build-elements.ts';
import { elementRole } from '../observe/element-role.ts';
import type { FlatNode } from '../observe/flat-node.ts';
import { transparentRoles } from '../observe/roles/role-facts.ts';
import { isHidden } from '../observe/visibility.ts';
import type { Placed } from '../references/placed.ts';
import type { PlacedLook } from './observer.ts';
import { placedApart } from './placed-of.ts';
import { surroundings } from './surroundings.ts';

/** Conditions on elements. All given conditions must hold. */
export interface ElementFilter {
  readonly role?: string | undefined;
  /** A part of the name, in any case of letters. */
  readonly nameContains?: string | undefined;
  /** The whole name, in any case of letters. */
  readonly nameExact?: string | undefined;
  /** One of these whole names, in any case of letters. */
  readonly nameAny?: readonly string[] | undefined;
  /** A part of its row, card or list item, or else of the nearest text around it, in any case of letters. */
  readonly near?: string | undefined;
  /** False for the elements that people do not see. */
  readonly isVisible?: boolean | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly isInteractive?: boolean | undefined;
}

/** The elements of a page that a filter describes, in document order; exact names before others. */
export const findElements = (look: PlacedLook, filter: ElementFilter): readonly Placed[] => {
  const contains = filter.nameContains?.toLowerCase();
  const exact = filter.nameExact?.toLowerCase();
  const any = filter.nameAny && new Set(filter.nameAny.map((name) => name.toLowerCase()));
  const near = filter.near?.toLowerCase();
  const candidates = filter.isVisible === false ? hiddenElements(look, filter.role) : look.placed;
  const found = candidates.filter((placed) => {
    const { element } = placed;
    const name = element.name.toLowerCase();
    if (filter.role !== undefined && element.role !== filter.role) return false;
    if (contains !== undefined && !name.includes(contains)) return false;
    if (exact !== undefined && name !== exact) return false;
    if (any !== undefined && !any.has(name)) return false;
    if (near !== undefined && !surroundings(placed)?.toLowerCase().includes(near)) return false;
    if (filter.isInteractive !== undefined && element.isInteractive !== filter.isInteractive) return false;
    return filter.isEnabled === undefined || (element.state.disabled !== true) === filter.isEnabled;
  });
  if (contains === undefined) return found;
  const isExact = ({ element }: Placed): number => (element.name.toLowerCase() === contains ? 0 : 1);
  return found.toSorted((one, other) => isExact(one) - isExact(other));
};

/** The elements that snapshots leave out because people do not see them. */
const hiddenElements = (look: PlacedLook, role: string | undefined): readonly Placed[] => {
  const { documents, viewport } = look.capture;
  const isWanted = (node: FlatNode): boolean => {
    if (node.tag.startsWith('#') || node.tag.startsWith('::') || skippedTags.has(node.tag) || !isHidden(node))
      return false;
    const own = elementRole(node, viewport);
    return role === undefined ? !transparentRoles.has(own) : own === role;
  };
  return documents.flatMap(({ nodes }) => nodes.filter(isWanted)).map((node) => placedApart(look, node));
};
