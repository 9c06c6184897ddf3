import type { FlatNode } from './flat-node.ts';

/**
 * Creates a search for the nearest node that matches: the node itself or one around it. Each node is asked once, since
 * a page can put many nodes below a long chain of others.
 */
export const createNearest = (
  matches: (node: FlatNode) => boolean,
): ((node: FlatNode | undefined) => FlatNode | undefined) => {
  const known = new WeakMap<FlatNode, FlatNode | typeof none>();
  return (node) => {
    const passed: FlatNode[] = [];
    let found: FlatNode | typeof none = none;
    for (let at = node; at && found === none; at = at.parent) {
      const before = known.get(at);
      if (before === none) break;
      passed.push(at);
      if (before !== undefined || matches(at)) found = before ?? at;
    }
    for (const one of passed) known.set(one, found);
    return found === none ? undefined : found;
  };
};

const none = Symbol('none');

const firsts = new WeakMap<FlatNode, Map<string, FlatNode | undefined>>();

/** The first child with this tag. */
export const firstChild = (parent: FlatNode, tag: string): FlatNode | undefined => {
  const known = firsts.get(parent) ?? new Map<string, FlatNode | undefined>();
  firsts.set(parent, known);
  if (!known.has(tag))
    known.set(
      tag,
      parent.children.find((child) => child.tag === tag),
    );
  return known.get(tag);
};
