/** The first number of a version. */
export const majorOf = (version: string): number => Number.parseInt(version, 10);

/** The lowest version at which what a version promised may be broken. */
export const nextMajor = (version: string): string => `${majorOf(version) + 1}.0.0`;

/** Orders versions by their numbers; a pre-release comes before its release. */
export const compareVersions = (one: string, other: string): number => {
  const [oneNumbers, onePreRelease] = partsOf(one);
  const [otherNumbers, otherPreRelease] = partsOf(other);
  for (let index = 0; index < 3; index += 1) {
    const difference = (oneNumbers[index] ?? 0) - (otherNumbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(otherPreRelease) - Number(onePreRelease);
};

const partsOf = (version: string): readonly [numbers: readonly number[], isPreRelease: boolean] => {
  const [release = '', ...rest] = version.replace(/\+.*$/, '').split('-');
  return [release.split('.').map(Number), rest.length > 0];
};
