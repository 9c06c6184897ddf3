import type { PatternNode } from './parse-pattern.ts';

/** Writes an expression in the syntax of RE2. Its groups capture nothing, because only a match is tested for. */
export const writeLinear = (node: PatternNode): string => {
  switch (node.kind) {
    case 'set':
    case 'assertion':
      return node.linear;
    case 'sequence':
      return node.parts.map(writeLinear).join('');
    case 'choice':
      return `(?:${node.options.map(writeLinear).join('|')})`;
    case 'repeat':
      return `(?:${writeLinear(node.of)})${countsOf(node.least, node.most)}`;
  }
};

const countsOf = (least: number, most: number): string => {
  if (most === Infinity) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  return `{${least},${most}}`;
};
