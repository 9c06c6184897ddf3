import type { Observation, StageElement } from '../observe/element.ts';

/** An element with its place among the others. */
export interface Placed {
  readonly element: StageElement;
  readonly parent: Placed | undefined;
  readonly depth: number;
  /** Counted in document order. */
  readonly position: number;
  /** The nearest containers that have a name, nearest first. */
  readonly ancestors: readonly string[];
}

const mostAncestors = 4;

/** The elements of an observation in document order, parents before their children. */
export const placeElements = ({ elements }: Pick<Observation, 'elements'>): readonly Placed[] => {
  const placed: Placed[] = [];
  const walk = (children: readonly StageElement[], parent: Placed | undefined, depth: number): void => {
    const ancestors = parent ? ancestorsOf(parent) : [];
    for (const element of children) {
      const at: Placed = { element, parent, depth, position: placed.length, ancestors };
      placed.push(at);
      walk(element.children, at, depth + 1);
    }
  };
  walk(elements, undefined, 0);
  return placed;
};

const ancestorsOf = ({ element: { role, name }, ancestors }: Placed): readonly string[] =>
  name === '' ? ancestors : [`${role} ${name}`, ...ancestors].slice(0, mostAncestors);
