import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import { addChild, removeChild } from './children.ts';
import { indentAt, renderValue, textStyleOf } from './text-style.ts';

/** Puts a value at a path of keys; objects that are missing on the way are made. */
export const setAt = (text: string, keys: readonly string[], value: unknown): string => {
  const root = treeOf(text);
  const style = textStyleOf(text);
  const present = findNodeAtLocation(root, [...keys]);
  if (present) {
    const { offset, length } = present;
    return text.slice(0, offset) + renderValue(value, indentAt(text, offset), style) + text.slice(offset + length);
  }
  const [parent, depth] = deepest(root, keys);
  const wrapped = keys.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const key = JSON.stringify(keys[depth]);
  return addChild(text, parent, style, (at, own) => `${key}: ${renderValue(wrapped, at, own)}`);
};

/** Adds an item to the list under a key, which is made if there is none. */
export const appendAt = (text: string, key: string, item: unknown): string => {
  const list = findNodeAtLocation(treeOf(text), [key]);
  if (!list) return setAt(text, [key], [item]);
  return addChild(text, list, textStyleOf(text), (at, own) => renderValue(item, at, own));
};

/** Takes out what is at a path of keys and indices. */
export const removeAt = (text: string, steps: readonly (string | number)[]): string => {
  const found = findNodeAtLocation(treeOf(text), [...steps]);
  const child = found?.parent?.type === 'property' ? found.parent : found;
  return child?.parent ? removeChild(text, child.parent, child) : text;
};

/** The last existing object along the path, and how many keys lead to it. */
const deepest = (root: Node, keys: readonly string[]): readonly [Node, number] => {
  for (let depth = keys.length - 1; depth > 0; depth -= 1) {
    const found = findNodeAtLocation(root, keys.slice(0, depth));
    if (found) return [found, depth];
  }
  return [root, 0];
};

const treeOf = (text: string): Node => {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) throw new TypeError('There is nothing to edit');
  return root;
};
