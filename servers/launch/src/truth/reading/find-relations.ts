import type { Statement } from './read-statement.ts';

/** Two things that a statement orders, compares or converts into each other. */
export interface Relation {
  readonly kind: 'order' | 'comparison' | 'conversion' | 'choice';
  /** 1 if the left side comes first, has more, is chosen, or is turned into the right side; -1 for the opposite. */
  readonly direction: 1 | -1;
  readonly text: string;
  readonly at: number;
  readonly left: ReadonlySet<string>;
  readonly right: ReadonlySet<string>;
}

const orders: Readonly<Record<string, 1 | -1>> = {
  before: 1,
  precede: 1,
  precedes: 1,
  prior: 1,
  followed: 1,
  after: -1,
  follows: -1,
};

const comparatives: Readonly<Record<string, 1 | -1>> = {
  more: 1,
  greater: 1,
  larger: 1,
  bigger: 1,
  higher: 1,
  faster: 1,
  newer: 1,
  longer: 1,
  better: 1,
  later: 1,
  safer: 1,
  easier: 1,
  less: -1,
  fewer: -1,
  smaller: -1,
  lower: -1,
  slower: -1,
  older: -1,
  shorter: -1,
  worse: -1,
  earlier: -1,
  harder: -1,
};

const conversions = /^(?:cast|convert|translate|transform|map|change|rename|turn|merge)(?:s|es|ed|d|ing)?$/u;
const reach = 8;

/** Finds the relations in a statement: 'a before b', 'a is more … than b', 'casts a to b'. */
export const findRelations = ({ tokens, words }: Statement): readonly Relation[] => {
  const lower = tokens.map(({ text }) => text.toLowerCase());
  const between = (from: number, to: number): ReadonlySet<string> =>
    new Set(words.filter(({ at }) => at >= from && at < to).map(({ stem }) => stem));
  const relations: Relation[] = [];
  for (const [at, word] of lower.entries()) {
    const order = Object.hasOwn(orders, word) ? orders[word] : undefined;
    const comparative = Object.hasOwn(comparatives, word) ? comparatives[word] : undefined;
    const base = { text: tokens[at]?.text ?? '', at };
    if (order !== undefined) {
      const sides = { left: between(0, at), right: between(at + 1, at + 1 + reach) };
      if (sides.left.size > 0 && sides.right.size > 0)
        relations.push({ kind: 'order', direction: order, ...base, ...sides });
    } else if (comparative !== undefined) {
      const than = find(lower, at + 1, 'than');
      if (than === -1 || tokens[than + 1]?.kind === 'number') continue;
      relations.push({
        kind: 'comparison',
        direction: comparative,
        ...base,
        left: between(0, at),
        right: between(than + 1, than + 1 + reach),
      });
    } else if (/^(?:instead of|rather than)$/u.test(`${word} ${lower[at + 1] ?? ''}`)) {
      const sides = { left: between(Math.max(0, at - reach), at), right: between(at + 2, at + 2 + reach) };
      relations.push({ kind: 'choice', direction: 1, ...base, ...sides });
    } else if (conversions.test(word)) {
      const to = Math.max(find(lower, at + 1, 'to'), find(lower, at + 1, 'into'));
      if (to === -1) continue;
      relations.push({
        kind: 'conversion',
        direction: 1,
        ...base,
        left: between(at + 1, to),
        right: between(to + 1, to + 1 + reach / 2),
      });
    }
  }
  return relations;
};

const find = (words: readonly string[], from: number, wanted: string): number => {
  const at = words.slice(from, from + reach).indexOf(wanted);
  return at === -1 ? -1 : from + at;
};
