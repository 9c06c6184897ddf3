import { longestName } from '../adapter/fields/names.ts';

/** The first free name of `name_2`, `name_3` and so on, cut to the length that names may have. */
export const countThrough = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 2; ; number += 1) {
    const end = `_${number}`;
    const numbered = `${name.slice(0, longestName - end.length)}${end}`;
    if (!taken.has(numbered)) return numbered;
  }
};
