import { createLines } from '@recourse/yaml';
import type { YamlTree } from '@recourse/yaml';
import { parseText } from './parse-text.ts';

/** Above this, finding a position would take longer than reading the message. */
const maximumLength = 2_000_000;

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds the line and column of the value at a path, or of the nearest value around it. */
export const positionsIn = (text: string): ((path: readonly string[]) => Position | undefined) => {
  if (text.length > maximumLength) return () => undefined;
  const { root } = parseText(text);
  const lines = createLines(text);
  return (path) => root && lines.at(offsetOf(root, path));
};

const offsetOf = (root: YamlTree, path: readonly string[]): number => {
  let tree = root;
  let { offset } = root;
  for (const key of path) {
    const next = childOf(tree, key);
    if (next === undefined) return offset;
    ({ offset, tree } = next);
  }
  return offset;
};

const childOf = (tree: YamlTree, key: string): { readonly tree: YamlTree; readonly offset: number } | undefined => {
  if (tree.kind === 'list') {
    const item = tree.items[Number(key)];
    return item && { tree: item, offset: item.offset };
  }
  const entry = tree.kind === 'map' ? tree.entries.get(key) : undefined;
  return entry && { tree: entry.value, offset: entry.offset };
};
