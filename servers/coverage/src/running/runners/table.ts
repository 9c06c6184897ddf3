import type { FoundRunner } from '../plan.ts';
import { goTest } from './go-test.ts';
import { jest } from './jest.ts';
import { createNodeTest } from './node-test.ts';
import { pytest } from './pytest.ts';
import type { Runner } from './runner.ts';
import { vitest } from './vitest.ts';
import { createWrapper } from './wrapper.ts';

/** Every runner by its name. To add one: a file beside these, and a line here. */
const runners: Readonly<Record<FoundRunner['name'], (found: Pick<FoundRunner, 'measured'>) => Runner>> = {
  vitest: () => vitest,
  jest: () => jest,
  'node-test': createNodeTest,
  pytest: () => pytest,
  'go-test': () => goTest,
  c8: (found) =>
    createWrapper(
      'c8',
      (folder) => [
        '--reporter=lcovonly',
        `--reports-dir=${folder}`,
        `--temp-directory=${folder}-raw`,
        '--check-coverage=false',
      ],
      found,
    ),
  nyc: (found) =>
    createWrapper(
      'nyc',
      (folder) => [
        '--reporter=lcovonly',
        `--report-dir=${folder}`,
        `--temp-dir=${folder}-raw`,
        '--check-coverage=false',
      ],
      found,
    ),
};

/** The rules of the runner that was found. */
export const runnerOf = (found: Pick<FoundRunner, 'name' | 'measured'>): Runner => runners[found.name](found);
