import type { ReadClaim } from '../reading/read-evidence.ts';
import { findRelations } from '../reading/find-relations.ts';
import type { Relation } from '../reading/find-relations.ts';
import type { Statement } from '../reading/read-statement.ts';
import type { Fault } from './fault.ts';

/** A contradiction, or the places of the words that the comparison has accounted for. */
export interface ComparedRelations {
  readonly fault?: Fault;
  readonly settled: ReadonlySet<number>;
}

/** Compares what a sentence puts before, above or into something with what its nearest claim does. */
export const checkRelations = (sentence: Statement, nearest: ReadClaim): ComparedRelations => {
  const claimed = findRelations(nearest.statement);
  const settled = new Set<number>();
  for (const relation of findRelations(sentence)) {
    const alike = claimed.filter(({ kind }) => kind === relation.kind);
    if (alike.some((other) => agreement(relation, other) > 0)) settled.add(relation.at);
    else {
      const other = alike.find((candidate) => agreement(relation, candidate) < 0);
      if (other) return { fault: { kind: 'contradicted', word: relation.text, instead: other.text }, settled };
    }
  }
  return { settled };
};

/** Above 0 if both say the same, below 0 if they say the opposite. */
const agreement = (one: Relation, other: Relation): number => one.direction * other.direction * orientation(one, other);

/** 1 if both name the two sides in the same order, -1 if in the opposite one, 0 if that cannot be said. */
const orientation = (one: Relation, other: Relation): number => {
  const [left, right] = sidesOf(one);
  const [otherLeft, otherRight] = sidesOf(other);
  const same = shared(left, otherLeft) + shared(right, otherRight);
  const crossed = shared(left, otherRight) + shared(right, otherLeft);
  return Math.sign(same - crossed);
};

/** The words of each side that the other side does not have. */
const sidesOf = ({ left, right }: Relation): readonly [ReadonlySet<string>, ReadonlySet<string>] => [
  new Set([...left].filter((stem) => !right.has(stem))),
  new Set([...right].filter((stem) => !left.has(stem))),
];

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((stem) => other.has(stem)).length;
