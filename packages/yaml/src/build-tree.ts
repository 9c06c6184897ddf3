import { isAlias, isMap, isScalar, isSeq, Scalar } from 'yaml';
import type { Node, Pair } from 'yaml';
import type { YamlLimits } from './limits.ts';
import { offsetInside } from './offset-inside.ts';
import type { YamlEntry, YamlMap, YamlTree, YamlValue } from './tree.ts';

/** A problem of the text, before any of its values has a meaning. */
export interface YamlFinding {
  readonly offset: number;
  readonly message: string;
  /** The path of a key that occurs for the second time, such as `policy.domains`. */
  readonly duplicate?: string;
}

/** Ends the reading of a tree. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

interface Place {
  readonly path: string;
  readonly depth: number;
  /** Of the parent, for values that have no place of their own. */
  readonly offset: number;
}

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Turns nodes of the parser into a tree, within the limits, and collects what is wrong. */
export const createBuilder = (yaml: string, limits: YamlLimits) => {
  const findings: YamlFinding[] = [];
  // In the order of the file, so that an alias means the anchor before it. The parser would search the whole document.
  const anchors = new Map<string, Node>();
  let values = 0;

  const tree = (node: Node | null | undefined, place: Place): YamlTree => {
    const offset = node?.range?.[0] ?? place.offset;
    const { path, depth } = place;
    values += 1;
    if (values > limits.values) throw new Unreadable(offset, `it has more than ${limits.values} values`);
    if (depth > limits.depth) throw new Unreadable(offset, `it is nested more than ${limits.depth} levels deep`);
    if (node && 'anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
    // The value of an alias is read again each time, and counts each time.
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (!target) throw new Unreadable(offset, missingAnchor);
      return tree(target, { path, depth, offset });
    }
    if (isMap(node)) return map(node.items, { path, depth, offset });
    if (!isSeq(node)) return value(node, offset);
    const items = node.items.map((item, index) =>
      tree(item as Node, { path: `${path}[${index}]`, depth: depth + 1, offset }),
    );
    return { kind: 'list', offset, items };
  };

  const map = (pairs: readonly Pair[], { path, depth, offset: parent }: Place): YamlMap => {
    const entries = new Map<string, YamlEntry>();
    for (const pair of pairs) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      const offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? parent;
      const own = path === '' ? key : `${path}.${key}`;
      if (forbiddenKeys.has(key)) findings.push({ offset, message: 'this key is not allowed' });
      else if (entries.has(key))
        findings.push({ offset, message: `'${own}' is defined more than once`, duplicate: own });
      else if (key === '<<') findings.push({ offset, message: mergeKey });
      else
        entries.set(key, { offset, value: tree(pair.value as Node | null, { path: own, depth: depth + 1, offset }) });
    }
    return { kind: 'map', offset: parent, entries };
  };

  const value = (node: Node | null | undefined, offset: number): YamlValue => {
    const found: unknown = isScalar(node) ? node.value : null;
    const offsetOf = (position: number): number =>
      node instanceof Scalar ? offsetInside(node, yaml, position) : offset;
    const isForeign = typeof found === 'number' && !Number.isFinite(found);
    if (isForeign) findings.push({ offset, message: 'JSON cannot represent this number' });
    return { kind: 'value', offset, value: isPlain(found) && !isForeign ? found : null, offsetOf };
  };

  return { tree: (root: Node): YamlTree => tree(root, { path: '', depth: 1, offset: 0 }), findings };
};

const missingAnchor = 'an alias (*name) needs an anchor (&name) before it; a value that begins with * needs quotes';
const mergeKey = 'merge keys (<<) are not supported; write the fields out';

const isPlain = (value: unknown): value is YamlValue['value'] =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
