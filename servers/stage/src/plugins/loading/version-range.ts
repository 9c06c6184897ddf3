type Version = readonly [major: number, minor: number, patch: number];

/** Whether a version is in a range: `1.2.3`, `~1.2.3` or `^1.2.3`. */
export const isInRange = (version: string, range: string): boolean => {
  const have = parse(version);
  const least = parse(range.replace(/^[\^~]/u, ''));
  const isAtLeast = compare(have, least) >= 0;
  if (range.startsWith('^')) return isAtLeast && sameUpTo(have, least, firstNonZero(least));
  if (range.startsWith('~')) return isAtLeast && sameUpTo(have, least, 1);
  return compare(have, least) === 0;
};

const parse = (version: string): Version => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return [major, minor, patch];
};

const compare = (one: Version, other: Version): number => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
};

/** The part that a caret range keeps: the first that is not zero. */
const firstNonZero = (version: Version): number =>
  Math.max(
    0,
    version.findIndex((part) => part !== 0),
  );

const sameUpTo = (one: Version, other: Version, last: number): boolean =>
  one.slice(0, last + 1).every((part, index) => part === other[index]);
