import { isAlias, isMap, isScalar, isSeq, parseDocument, Scalar } from 'yaml';
import type { Node, Pair } from 'yaml';
import { glance } from './glance.ts';
import { offsetInside } from './offset-inside.ts';
import { syntaxMessages } from './syntax-messages.ts';
import type { Branch, Entry, Leaf, Tree } from './tree.ts';

/** A problem of the file as text, before anything in it means something. */
interface SyntaxFinding {
  readonly offset: number;
  readonly message: string;
  /** The key that stands there for the second time. */
  readonly again?: string;
}

export interface ParsedTree {
  readonly root: Tree | undefined;
  readonly findings: readonly SyntaxFinding[];
}

const deepest = 32;
/** Counted after aliases are followed, so that a short file cannot stand for a huge one. */
const mostValues = 200_000;
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads YAML (and so JSON) into a tree of bounded size and depth. It runs nothing, and never throws. */
export const parseTree = (yaml: string): ParsedTree => {
  const hopeless = glance(yaml);
  if (hopeless !== undefined) return { root: undefined, findings: [{ offset: 0, message: hopeless }] };
  try {
    const document = parseDocument(yaml, {
      prettyErrors: false,
      stringKeys: true,
      // The parser compares every key with every other; the builder below asks a map.
      uniqueKeys: false,
      merge: false,
      resolveKnownTags: false,
      logLevel: 'error',
      version: '1.2',
    });
    const findings = [...document.errors, ...document.warnings].map(({ code, pos }) => ({
      offset: pos[0],
      message: syntaxMessages[code] ?? 'this is not valid YAML',
    }));
    if (findings.length > 0) return { root: undefined, findings };
    const build = createBuilder(yaml);
    const root = document.contents === null ? undefined : build.tree(document.contents, 1);
    return { root, findings: build.findings };
  } catch (error) {
    // The parser follows brackets by recursion, and a file of brackets alone is deeper than any stack.
    if (error instanceof Unreadable)
      return { root: undefined, findings: [{ offset: error.offset, message: error.message }] };
    if (error instanceof RangeError)
      return { root: undefined, findings: [{ offset: 0, message: 'it nests too deeply' }] };
    throw error;
  }
};

class Unreadable extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const createBuilder = (yaml: string) => {
  const findings: SyntaxFinding[] = [];
  /** In the order of the file, so that an alias means what stands before it. The parser's own search is one through all. */
  const anchors = new Map<string, Node>();
  let values = 0;
  const tree = (node: Node | null | undefined, depth: number, at = 0): Tree => {
    const offset = node?.range?.[0] ?? at;
    values += 1;
    if (values > mostValues) throw new Unreadable(offset, `it holds more than ${mostValues} values`);
    if (depth > deepest) throw new Unreadable(offset, `it nests deeper than ${deepest} levels`);
    if (node && 'anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
    // A value that an alias stands for is read anew each time, and counts each time.
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (!target) throw new Unreadable(offset, 'an alias (*name) needs an anchor (&name) before it');
      return tree(target, depth, offset);
    }
    if (isMap(node)) return branch(node.items, depth, offset);
    if (isSeq(node))
      return { kind: 'row', offset, items: node.items.map((item) => tree(item as Node, depth + 1, offset)) };
    return leaf(node, offset);
  };
  const branch = (pairs: readonly Pair[], depth: number, offset: number): Branch => {
    const entries = new Map<string, Entry>();
    for (const { key, value } of pairs) {
      const name = isScalar(key) ? String(key.value) : '';
      const place = (isScalar(key) ? key.range?.[0] : undefined) ?? offset;
      if (forbiddenKeys.has(name)) findings.push({ offset: place, message: 'this key is not allowed' });
      else if (entries.has(name)) findings.push({ offset: place, message: '', again: name });
      else if (name === '<<') findings.push({ offset: place, message: mergeMessage });
      else entries.set(name, { offset: place, value: tree(value as Node | null, depth + 1, place) });
    }
    return { kind: 'branch', offset, entries };
  };
  const leaf = (node: Node | null | undefined, offset: number): Leaf => {
    const value: unknown = isScalar(node) ? node.value : null;
    const offsetOf = (position: number): number =>
      node instanceof Scalar ? offsetInside(node, yaml, position) : offset;
    // JSON has neither infinity nor what is not a number.
    const foreign = typeof value === 'number' && !Number.isFinite(value);
    if (foreign) findings.push({ offset, message: 'JSON has no such number' });
    return { kind: 'leaf', offset, value: isPlain(value) && !foreign ? value : null, offsetOf };
  };
  return { tree, findings };
};

const mergeMessage = 'merge keys are not read; write the fields out, or use shared_parameters and $ref';

const isPlain = (value: unknown): value is Leaf['value'] =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
