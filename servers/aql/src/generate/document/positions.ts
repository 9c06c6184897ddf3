import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Node } from 'yaml';

/** Above this, finding a position would take longer than reading the message. */
const maximumLength = 2_000_000;

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Says where in a text, JSON or YAML, the value at a path stands; the nearest value around it where there is none. */
export const positionsIn = (text: string): ((path: readonly string[]) => Position | undefined) => {
  if (text.length > maximumLength) return () => undefined;
  const lines = new LineCounter();
  const root = parseDocument(text, { lineCounter: lines, prettyErrors: false }).contents;
  return (path) => {
    if (root === null) return undefined;
    const { line, col } = lines.linePos(offsetOf(root, path));
    return { line, column: col };
  };
};

const offsetOf = (root: Node, path: readonly string[]): number => {
  let node: unknown = root;
  let offset = root.range?.[0] ?? 0;
  for (const key of path) {
    const next = childOf(node, key);
    if (next === undefined) return offset;
    offset = next.offset ?? offset;
    node = next.node;
  }
  return offset;
};

const childOf = (node: unknown, key: string): { node: unknown; offset: number | undefined } | undefined => {
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    return item === undefined ? undefined : { node: item, offset: (item as Node).range?.[0] };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key);
  if (!pair || !isScalar(pair.key)) return undefined;
  return { node: pair.value, offset: pair.key.range?.[0] };
};
