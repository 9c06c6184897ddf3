import path from 'node:path';
import { z } from 'zod';
import type { Ending, Remains } from '../runners/runner.ts';
import { endingOf } from './endings.ts';

/** Of the file that jest and vitest write, what is needed here. */
const report = z.object({
  numTotalTests: z.int(),
  numPendingTests: z.int().optional(),
  numTodoTests: z.int().optional(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** The ending that the results tell of; undefined if there are none or they cannot be read. */
export const readJestJson = ({ results, root }: Remains): Ending | undefined => {
  const parsed = report.safeParse(parseJson(results));
  if (!parsed.success) return undefined;
  const { numTotalTests, numPendingTests = 0, numTodoTests = 0, numFailedTests, testResults } = parsed.data;
  const place = (file: string): string => path.relative(root, file).split(path.sep).join('/');
  return endingOf({
    failedTests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.flatMap(({ fullName, status }) => (status === 'failed' ? [`${place(name)} > ${fullName}`] : [])),
    ),
    // A file that failed without a failed test could not be loaded.
    failedFiles: testResults.flatMap(({ name, status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed') ? [place(name)] : [],
    ),
    failed: numFailedTests,
    total: numTotalTests - numPendingTests - numTodoTests,
  });
};

const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
};
