import type { Unit } from '../coverage.ts';

/** Unites the units of several measurements. Keeps the highest of several counts of one unit. */
export const uniteUnits = (...parts: readonly (readonly Unit[] | undefined)[]): readonly Unit[] | undefined => {
  const given = parts.filter((units) => units !== undefined);
  const [only] = given;
  if (given.length < 2) return only;
  const united = new Map<string, Unit>();
  for (const unit of given.flat()) {
    const known = united.get(unit.key);
    if (!known) united.set(unit.key, unit);
    else if (unit.hits > known.hits || unit.weight > known.weight) {
      const [hits, weight] = [Math.max(unit.hits, known.hits), Math.max(unit.weight, known.weight)];
      united.set(unit.key, { ...known, hits, weight });
    }
  }
  return [...united.values()].toSorted((one, other) => one.line - other.line || (one.key < other.key ? -1 : 1));
};
