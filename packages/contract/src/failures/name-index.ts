/** A name that was found: its position in the list and its distance from the wanted name. */
export interface RankedName {
  readonly index: number;
  readonly rank: number;
}

interface TrieNode {
  /** The next character of each child, in the order of `children`. A map would be slower to walk. */
  readonly units: number[];
  readonly children: TrieNode[];
  /** The places of the names that end here. */
  readonly ends: number[];
  /** The first place of a name that ends here or below. */
  readonly first: number;
}

/** One search of the tree: the wanted text, the most edits, and the best names so far, best first. */
interface Search {
  readonly wanted: string;
  readonly limit: number;
  readonly most: number;
  readonly best: RankedName[];
}

/** Beyond this distance, most of the tree would be searched: then a scan with cheap filters is faster. */
const furthest = 3;
const longestName = 64;
const far = 250;

const createNode = (first: number): TrieNode => ({ units: [], children: [], ends: [], first });

const childOf = (node: TrieNode, unit: number, index: number): TrieNode => {
  const known = node.children[node.units.indexOf(unit)];
  if (known) return known;
  const child = createNode(index);
  node.units.push(unit);
  node.children.push(child);
  return child;
};

/**
 * Finds the nearest of many names without comparing each of them. Names with a common beginning are searched once, in a
 * tree; names with a common word are found by that word.
 */
export class NameIndex {
  readonly #texts: readonly string[];
  readonly #root = createNode(0);
  readonly #byWord = new Map<string, number[]>();
  readonly #byText = new Map<string, number[]>();

  /** Takes strings of at most 64 characters, with words separated by `_`. Empty ones are never found. */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
    for (const [index, text] of texts.entries()) {
      if (text === '') continue;
      let node = this.#root;
      for (let at = 0; at < text.length; at += 1) node = childOf(node, text.charCodeAt(at), index);
      node.ends.push(index);
      add(this.#byText, text, index);
      for (const word of new Set(text.split('_'))) add(this.#byWord, word, index);
    }
  }

  /** The nearest names, best first, earlier names before later ones. Undefined if there may be others than it found. */
  nearest(wanted: string, most: number): readonly RankedName[] | undefined {
    const containing = this.#containing(wanted);
    for (let limit = 1; limit <= furthest; limit += 1) {
      const search: Search = { wanted, limit, most, best: [] };
      this.#descend(this.#root, search, 1, -1);
      for (const [index, rank] of containing) if (rank <= limit) offer(search, index, rank);
      if (search.best.length === most) return search.best;
    }
    return undefined;
  }

  /** Names that hold the wanted one as whole words, or that it holds. */
  #containing(wanted: string): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    const put = (index: number): void => {
      const text = this.#texts[index] ?? '';
      if (Math.min(text.length, wanted.length) >= 3 && text !== wanted) found.set(index, nearOf(wanted, text) + 1);
    };
    const words = wanted.split('_');
    for (let start = 0; start < words.length; start += 1) {
      for (let end = start + 1; end <= words.length; end += 1) {
        for (const index of this.#byText.get(words.slice(start, end).join('_')) ?? []) put(index);
      }
    }
    const [rarest = []] = words
      .map((word) => this.#byWord.get(word) ?? [])
      .sort((one, other) => one.length - other.length);
    for (const index of rarest) if (`_${this.#texts[index] ?? ''}_`.includes(`_${wanted}_`)) put(index);
    return found;
  }

  /** Offers the names within the edit distance, and within what counts as near for their length. */
  #descend(node: TrieNode, search: Search, depth: number, unitAbove: number): void {
    const { units, children } = node;
    for (let place = 0; place < units.length; place += 1) {
      const unit = units[place] ?? 0;
      const child = children[place];
      if (!child || !canImprove(search, fillRow(search, depth, unit, unitAbove), child.first)) continue;
      if (child.ends.length > 0) this.#take(child.ends, search, depth);
      this.#descend(child, search, depth + 1, unit);
    }
  }

  #take(ends: readonly number[], search: Search, depth: number): void {
    const { wanted, limit } = search;
    if (Math.abs(wanted.length - depth) > limit) return;
    const distance = rows[depth]?.[wanted.length] ?? far;
    if (distance > limit) return;
    for (const index of ends) {
      if (distance <= nearOf(wanted, this.#texts[index] ?? '')) offer(search, index, distance);
    }
  }
}

/**
 * Whether names of at least this rank, from this place on, belong to the best. Of equal ranks the earlier place wins.
 */
const canImprove = ({ limit, most, best }: Search, rank: number, index: number): boolean => {
  if (rank > limit) return false;
  const worst = best.length < most ? undefined : best[most - 1];
  return !worst || rank < worst.rank || (rank === worst.rank && index < worst.index);
};

/** Adds a name to the best if it belongs there. A name that is offered twice keeps its first rank, the better one. */
const offer = (search: Search, index: number, rank: number): void => {
  const { most, best } = search;
  if (!canImprove(search, rank, index) || best.some((known) => known.index === index)) return;
  if (best.length === most) best.pop();
  const place = best.findIndex((other) => rank < other.rank || (rank === other.rank && index < other.index));
  best.splice(place === -1 ? best.length : place, 0, { index, rank });
};

/** One row for each depth of the tree. */
const rows = Array.from({ length: longestName + 1 }, () => new Uint8Array(longestName + 2));
rows[0]?.forEach((_, column, row) => (row[column] = column));

/**
 * Fills the row of a depth: optimal string alignment, in the band that can stay within the limit. Returns its least.
 */
const fillRow = ({ wanted, limit }: Search, depth: number, unit: number, unitAbove: number): number => {
  const row = rows[depth];
  const above = rows[depth - 1];
  const beforeAbove = depth > 1 ? rows[depth - 2] : undefined;
  if (!row || !above) return far;
  const from = Math.max(1, depth - limit);
  const to = Math.min(wanted.length, depth + limit);
  row[from - 1] = from === 1 ? depth : far;
  let least = row[from - 1] ?? far;
  for (let column = from; column <= to; column += 1) {
    const wantedUnit = wanted.charCodeAt(column - 1);
    let cost = (above[column - 1] ?? far) + (wantedUnit === unit ? 0 : 1);
    cost = Math.min(cost, (row[column - 1] ?? far) + 1);
    if (column < depth + limit) cost = Math.min(cost, (above[column] ?? far) + 1);
    const swapped =
      beforeAbove !== undefined && column > 1 && wanted.charCodeAt(column - 2) === unit && wantedUnit === unitAbove;
    if (swapped) cost = Math.min(cost, (beforeAbove[column - 2] ?? far) + 1);
    row[column] = Math.min(cost, far);
    least = Math.min(least, cost);
  }
  return least;
};

/** How far two names may be apart to count as similar: about a third of the longer one. */
export const nearOf = (one: string, other: string): number =>
  Math.max(1, Math.floor(Math.max(one.length, other.length) / 3));

const add = (lists: Map<string, number[]>, key: string, index: number): void => {
  const list = lists.get(key);
  if (list) list.push(index);
  else lists.set(key, [index]);
};
