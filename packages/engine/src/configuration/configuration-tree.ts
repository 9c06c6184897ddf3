import { findNodeAtLocation } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';

/** The path to a value in the file. */
export type Steps = readonly (string | number)[];

export const toPointer = (steps: Steps): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const nodeAt = (root: Node, steps: Steps): Node | undefined => findNodeAtLocation(root, [...steps]);

/** Where a key of an object is written; for an item of a list, where the item is. */
export const keyOffset = (root: Node, steps: Steps): number => {
  const node = nodeAt(root, steps);
  return (node?.parent?.type === 'property' ? node.parent.offset : node?.offset) ?? nearestOffset(root, steps);
};

/** Where a value is written; for one that is missing, where it is missing. */
export const valueOffset = (root: Node, steps: Steps): number =>
  nodeAt(root, steps)?.offset ?? nearestOffset(root, steps);

const nearestOffset = (root: Node, steps: Steps): number =>
  steps.length === 0 ? root.offset : valueOffset(root, steps.slice(0, -1));

/** Calls back for every node, with its path. */
export const walk = (node: Node, visit: (node: Node, steps: Steps) => void, steps: Steps = []): void => {
  visit(node, steps);
  for (const [index, child] of (node.children ?? []).entries()) {
    if (node.type === 'array') walk(child, visit, [...steps, index]);
    const [key, value] = child.children ?? [];
    if (node.type === 'object' && key && value) walk(value, visit, [...steps, String(key.value)]);
  }
};
