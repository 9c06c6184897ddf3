import { z } from 'zod';
import { languages } from '../running/plan.ts';

/**
 * What may be said about a run of the tests. The schema bounds the size only: each runner has its own list of what is
 * allowed, and refuses with the code of the contract.
 */
export const runFields = {
  language: z.enum(languages).optional().describe('Where the project has markers of several languages, or of none.'),
  tags: z.string().max(1024).optional().describe('Build tags, comma-separated (Go).'),
  race: z.boolean().optional().describe('Race detector (Go).'),
  short: z.boolean().optional().describe('Short tests only (Go).'),
  verbose: z.boolean().optional(),
  timeout: z.string().max(256).optional().describe('Stops the tests after this time: 30s, 10m.'),
  testArgs: z
    .array(z.string().max(4096))
    .max(64)
    .optional()
    .describe('Further arguments of the runner: test files, and flags that cannot load code or write files.'),
};

export const testFilter = z.string().max(4096).optional().describe('Runs only tests whose names match.');
