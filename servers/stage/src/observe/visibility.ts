import type { FlatNode } from './flat-node.ts';
import { createNearest } from './nearest.ts';

/** Parts of controls that are in use without a box: a closed list shows its options only when it opens. */
const unboxed: ReadonlySet<string> = new Set(['option', 'optgroup', 'area']);

/** Whether the node itself hides what is in it from people: not laid out, inert or `aria-hidden`. */
export const hidesContent = (node: FlatNode): boolean => {
  if (node.attributes.get('aria-hidden') === 'true' || node.attributes.has('inert')) return true;
  return !node.isLaidOut && !isUnboxed(node);
};

const isUnboxed = (node: FlatNode): boolean => {
  if (unboxed.has(node.tag)) return true;
  return node.tag === '#text' && node.parent !== undefined && unboxed.has(node.parent.tag);
};

/** Whether `visibility` hides the node. Nodes inside it can be visible anyway. */
export const isInvisible = ({ style }: FlatNode): boolean =>
  style !== undefined && (style.visibility === 'hidden' || style.visibility === 'collapse');

/** Whether the node or one around it is hidden. */
export const isHidden = (node: FlatNode): boolean => isInvisible(node) || nearestHiding(node) !== undefined;

const nearestHiding = createNearest(hidesContent);
