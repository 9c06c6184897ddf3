import type { PatternNode } from './parse-pattern.ts';

/** How a backtracking engine can try a part: in how many ways, and how many of its loops have no end. */
interface Cost {
  readonly ways: number;
  readonly loops: number;
  /** The characters of the longest attempt, loops without an end left out. */
  readonly length: number;
}

const mostWays = 64;
const mostSteps = 1000;

/**
 * True if the native engine matches in time linear to the text. Proven for expressions whose variable repetitions are
 * of single characters and whose number of ways to match is small: with at most one endless loop behind `^`, or without
 * any loop anywhere.
 */
export const isHarmless = (pattern: PatternNode): boolean => {
  const { ways, loops, length } = costOf(pattern);
  if (isAnchored(pattern)) return ways <= mostWays && loops <= 1;
  return loops === 0 && ways * length <= mostSteps;
};

const costOf = (node: PatternNode): Cost => {
  switch (node.kind) {
    case 'set':
      return { ways: 1, loops: 0, length: 1 };
    case 'assertion':
      return { ways: 1, loops: 0, length: 0 };
    case 'sequence':
      return node.parts.map(costOf).reduce(
        (sum, part) => ({
          ways: sum.ways * part.ways,
          loops: sum.loops + part.loops,
          length: sum.length + part.length,
        }),
        { ways: 1, loops: 0, length: 0 },
      );
    case 'choice':
      return node.options.map(costOf).reduce((sum, option) => ({
        ways: sum.ways + option.ways,
        loops: sum.loops + option.loops,
        length: Math.max(sum.length, option.length),
      }));
    case 'repeat':
      return repeatCost(node.of, node.least, node.most);
  }
};

const repeatCost = (of: PatternNode, least: number, most: number): Cost => {
  const { ways, loops, length } = costOf(of);
  if (of.kind === 'set') {
    return most === Infinity
      ? { ways: 1, loops: 1, length: least }
      : { ways: most - least + 1, loops: 0, length: most };
  }
  if (least === most) return { ways: ways ** most, loops: loops * most, length: length * most };
  if (most === 1) return { ways: ways + 1, loops, length };
  return { ways: Infinity, loops: Infinity, length: Infinity };
};

const isAnchored = (node: PatternNode): boolean => {
  if (node.kind === 'assertion') return node.start;
  if (node.kind === 'sequence') return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  return node.kind === 'choice' && node.options.every(isAnchored);
};
