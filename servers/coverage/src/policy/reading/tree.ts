import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node, Pair, YAMLError } from 'yaml';
import { glance } from './glance.ts';

/** One value of a file, with the place where it stands. */
export type Tree =
  | { readonly kind: 'map'; readonly offset: number; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly offset: number; readonly items: readonly Tree[] }
  | { readonly kind: 'value'; readonly offset: number; readonly value: unknown };

interface Entry {
  readonly key: string;
  readonly offset: number;
  readonly value: Tree;
}

/** Something that is wrong at a place. */
export interface Finding {
  readonly offset: number;
  /** Such as `policy.domains[0].min`. */
  readonly key?: string;
  readonly reason: string;
  readonly suggestion?: string;
}

const largestFile = 64 * 1024;
const deepest = 16;
/** Counted after aliases are followed, so that a short file cannot stand for a huge one. */
const mostValues = 10_000;

/** Reads YAML of bounded size, depth and expansion. It never throws; an empty file is an empty map. */
export const parseTree = (text: string): Tree | readonly Finding[] => {
  if (Buffer.byteLength(text) > largestFile) return [{ offset: 0, reason: 'the file is larger than 64 KiB' }];
  if (text.includes('\0')) return [{ offset: text.indexOf('\0'), reason: 'the file is not text' }];
  const hopeless = glance(text);
  if (hopeless) return [hopeless];
  try {
    const document = parseDocument(text, {
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
      merge: false,
      resolveKnownTags: false,
      logLevel: 'error',
    });
    const findings = [...document.errors, ...document.warnings].map(describe);
    if (findings.length > 0) return findings;
    return document.contents === null ? { kind: 'map', offset: 0, entries: [] } : createBuilder()(document.contents, 1);
  } catch (error) {
    if (error instanceof Hopeless) return [{ offset: error.offset, reason: error.message }];
    // The parser goes down by recursion, and brackets alone can be deeper than any stack.
    if (error instanceof RangeError) return [{ offset: 0, reason: 'it nests too deeply' }];
    throw error;
  }
};

/** Ends the reading of a tree. */
class Hopeless extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const createBuilder = (): ((node: Node | null, depth: number) => Tree) => {
  let values = 0;
  // Anchors stand before their aliases. The document would look through all of itself for each.
  const anchors = new Map<string, Node>();
  const build = (node: Node | null, depth: number, at = 0): Tree => {
    const offset = node?.range?.[0] ?? at;
    values += 1;
    if (values > mostValues) throw new Hopeless(offset, `it stands for more than ${mostValues} values`);
    if (depth > deepest) throw new Hopeless(offset, `it nests deeper than ${deepest} levels`);
    if (isAlias(node)) {
      const meant = anchors.get(node.source);
      if (!meant) throw new Hopeless(offset, aliasOfNothing);
      return build(meant, depth + 1, offset);
    }
    if (node?.anchor !== undefined) anchors.set(node.anchor, node);
    if (isMap(node)) return { kind: 'map', offset, entries: node.items.map((pair) => entry(pair, depth, offset)) };
    if (isSeq(node)) {
      return { kind: 'list', offset, items: node.items.map((item) => build(item as Node | null, depth + 1, offset)) };
    }
    return { kind: 'value', offset, value: isScalar(node) ? node.value : null };
  };
  const entry = ({ key, value }: Pair, depth: number, at: number): Entry => {
    const offset = (isScalar(key) ? key.range?.[0] : undefined) ?? at;
    return {
      key: isScalar(key) ? String(key.value) : '',
      offset,
      value: build(value as Node | null, depth + 1, offset),
    };
  };
  return build;
};

const aliasOfNothing = 'this is an alias (*name) of nothing; a pattern that begins with * needs quotes';

/** What is wrong with the YAML, in our words: the parser's own repeat what stands there. */
const reasons: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_ALIAS: 'this is no alias; a pattern that begins with * needs quotes',
  BAD_INDENT: 'the indentation does not fit its surroundings',
  BAD_SCALAR_START: 'a text cannot begin with this character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a key or a list begins where a value stands',
  MISSING_CHAR: 'a colon, a quote, a comma or a bracket is missing here',
  MULTIPLE_DOCS: 'a policy is one document; remove what follows the second ---',
  NON_STRING_KEY: 'a key is a text',
  TAB_AS_INDENT: 'a tab cannot indent; use spaces',
  TAG_RESOLVE_FAILED: 'tags (!name) are not read; write the value itself',
  UNEXPECTED_TOKEN: 'this does not belong here; a pattern that begins with * needs quotes',
};

const describe = ({
  code,
  pos,
}: YAMLError | { readonly code: YAMLError['code']; readonly pos: [number, number] }): Finding => ({
  offset: pos[0],
  reason: reasons[code] ?? 'this is not valid YAML',
});
