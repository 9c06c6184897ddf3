import { keyOf } from '../../observe/element.ts';
import type { ElementState, StageElement } from '../../observe/element.ts';
import type { Placed } from '../../references/placed.ts';
import type { Reference } from '../../references/reference.ts';
import type { ReferenceBook } from '../../references/reference-book.ts';
import { secretMask } from '../../observe/secrets/secret-mask.ts';
import type { Baseline } from './baselines.ts';

/** The difference between two observations of a surface. */
export interface Difference {
  readonly added: readonly Placed[];
  readonly changed: readonly ChangedElement[];
  /** The references of elements that are gone. One that was never shown is not missed. */
  readonly removed: readonly Reference[];
}

/** An element that is there as before, but not the same. */
export interface ChangedElement {
  readonly placed: Placed;
  readonly before: StageElement;
  /** The number that it was shown with, if a change of its role, name or row gives it a new one. */
  readonly was: number | undefined;
}

export const difference = (baseline: Baseline, placed: readonly Placed[], book: ReferenceBook): Difference => {
  const added: Placed[] = [];
  const changed: ChangedElement[] = [];
  const present = new Set<string>();
  for (const one of placed) {
    const key = keyOf(one.element.identity);
    present.add(key);
    const before = baseline.elements.get(key);
    if (!before) added.push(one);
    else if (isWorthReporting(before, one.element)) {
      const known = book.ofNode(one)?.ref;
      changed.push({ placed: one, before, was: known === book.current(one)?.ref ? undefined : known });
    }
  }
  const removed = [...baseline.elements.keys()]
    .filter((key) => !present.has(key))
    .map((key) => book.ofKey(key))
    .filter((reference) => reference !== undefined);
  return { added, changed, removed };
};

/** A change of the row around an element matters for controls only: their references end with it. */
const isWorthReporting = (before: StageElement, now: StageElement): boolean =>
  describe(before) !== describe(now) || (now.isInteractive && before.context !== now.context);

/** Everything about an element that an agent is shown. Its place is not. */
const describe = ({ role, name, level, value, placeholder, description, state }: StageElement): string =>
  JSON.stringify([role, name, level, value, placeholder, description, state]);

/**
 * The fields of an element that differ, each with its old and new value. A state that is absent is null. The old value
 * of a field that has become secret is not shown again.
 */
export const changesOf = ({
  before,
  placed,
}: ChangedElement): Readonly<Record<string, readonly [unknown, unknown]>> => {
  const now = placed.element;
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const field of ['role', 'name', 'level', 'value', 'placeholder', 'description'] as const) {
    if (before[field] === now[field]) continue;
    const isNowSecret = field === 'value' && now.value === secretMask;
    changes[field] = [isNowSecret ? secretMask : (before[field] ?? null), now[field] ?? null];
  }
  const keys = new Set([...Object.keys(before.state), ...Object.keys(now.state)]) as Set<keyof ElementState>;
  for (const key of keys) {
    if (before.state[key] !== now.state[key]) changes[key] = [before.state[key] ?? null, now.state[key] ?? null];
  }
  if (Object.keys(changes).length === 0) changes['row'] = [before.context ?? null, now.context ?? null];
  return changes;
};
