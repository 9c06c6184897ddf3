import { z } from 'zod';
import { languages } from '../running/plan.ts';

/**
 * The arguments of a test run. The schema bounds only their size: each runner has its own allowlist and refuses with
 * the codes of the contract.
 */
export const runFields = {
  language: z
    .enum(languages)
    .optional()
    .describe("Set this if the project's language is ambiguous or cannot be detected."),
  tags: z
    .string()
    .max(1024)
    .optional()
    .describe('Build tags (Go), markers (pytest) or tags (vitest), comma-separated; other runners ignore them.'),
  race: z.boolean().optional().describe('Race detector (Go).'),
  short: z.boolean().optional().describe('Runs the tests in short mode (Go).'),
  verbose: z.boolean().optional(),
  timeout: z
    .string()
    .max(256)
    .optional()
    .describe("Stops the tests after this Go duration, such as 30s, 10m or 1h30s. Capped at the server's limit."),
  testArgs: z
    .array(z.string().max(4096))
    .max(64)
    .optional()
    .describe('Additional arguments for the runner: test files, and flags that cannot load code or write files.'),
};

export const testFilter = z
  .string()
  .max(4096)
  .optional()
  .describe('Runs only the tests whose names match this filter.');
