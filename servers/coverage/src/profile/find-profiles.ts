import { lstat } from 'node:fs/promises';
import path from 'node:path';

/** Where the usual runners leave their profiles. */
const usualPlaces = [
  'coverage/lcov.info',
  'coverage/coverage-final.json',
  'coverage/cobertura-coverage.xml',
  'coverage/clover.xml',
  'lcov.info',
  'coverage.lcov',
  'coverage.xml',
  'cobertura.xml',
  'coverage.out',
  'cover.out',
  '.cover/coverage.out',
  'target/site/jacoco/jacoco.xml',
  'build/reports/jacoco/test/jacocoTestReport.xml',
  'build/logs/clover.xml',
] as const;

/** The profiles that are in the usual places of a project, relative to its root. */
export const findProfiles = async (root: string): Promise<readonly string[]> => {
  const isThere = await Promise.all(
    usualPlaces.map((place) =>
      lstat(path.join(root, place)).then(
        (stats) => stats.isFile(),
        () => false,
      ),
    ),
  );
  return usualPlaces.filter((_, index) => isThere[index]);
};
