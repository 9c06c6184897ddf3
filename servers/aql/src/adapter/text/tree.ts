/** One value of a file, with the place where it stands. What YAML can say beyond JSON is gone by then. */
export type Tree = Branch | Row | Leaf;

export interface Branch {
  readonly kind: 'branch';
  readonly offset: number;
  readonly entries: ReadonlyMap<string, Entry>;
}

export interface Entry {
  /** Where the key stands. */
  readonly offset: number;
  readonly value: Tree;
}

export interface Row {
  readonly kind: 'row';
  readonly offset: number;
  readonly items: readonly Tree[];
}

export interface Leaf {
  readonly kind: 'leaf';
  readonly offset: number;
  readonly value: string | number | boolean | null;
  /** The offset in the file of a position in the text of the value. */
  readonly offsetOf: (position: number) => number;
}

/** What a value is, in a word, for messages. Values themselves are not repeated. */
export const kindOf = (tree: Tree): string => {
  if (tree.kind === 'branch') return 'object';
  if (tree.kind === 'row') return 'array';
  if (tree.value === null) return 'null';
  return typeof tree.value;
};
