/**
 * Compares a path with a pattern: `*` and `?` stay inside a name, `**` spans names. A pattern without a slash is
 * compared with every name of the path. Takes time in proportion to the lengths only.
 */
export const matchesGlob = (pattern: string, path: string): boolean => {
  const names = path.split('/');
  if (!pattern.includes('/'))
    return names.some((name) => matchesAll(Array.from(pattern), Array.from(name), matchesCharacter));
  const wanted = pattern.replace(/^\/|\/$/g, '').split('/');
  const spans = wanted.at(-1) === '**' ? wanted : [...wanted, '**'];
  return matchesAll(spans, names, (one, name) => matchesAll(Array.from(one), Array.from(name), matchesCharacter), '**');
};

const matchesCharacter = (wanted: string, found: string): boolean => wanted === '?' || wanted === found;

/** Matches two lists, where the item `many` stands for any number of items. */
const matchesAll = (
  wanted: readonly string[],
  found: readonly string[],
  matches: (wanted: string, found: string) => boolean,
  many = '*',
): boolean => {
  let reached = new Set([0]);
  const skip = (places: Set<number>): Set<number> => {
    for (const place of places) if (wanted[place] === many) places.add(place + 1);
    return places;
  };
  skip(reached);
  for (const item of found) {
    const next = new Set<number>();
    for (const place of reached) {
      const one = wanted[place];
      if (one === undefined) continue;
      if (one === many) next.add(place);
      else if (matches(one, item)) next.add(place + 1);
    }
    reached = skip(next);
  }
  return reached.has(wanted.length);
};
