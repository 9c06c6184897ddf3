import { z } from 'zod';

const person = z.object({ name: z.string().default(''), date: z.string().default('') }).nullish();

export const commitShape = z.object({
  sha: z.string(),
  html_url: z.string(),
  commit: z.object({ message: z.string(), author: person }),
  author: z.object({ login: z.string().optional() }).nullish(),
  parents: z.array(z.object({ sha: z.string() })).default([]),
});
export type Commit = z.infer<typeof commitShape>;

export const compareShape = z.object({ status: z.string() });

export const combinedStatusShape = z.object({
  sha: z.string(),
  total_count: z.number(),
  statuses: z.array(
    z.object({
      context: z.string(),
      state: z.string(),
      description: z.string().nullish(),
      target_url: z.string().nullish(),
    }),
  ),
});
export type CombinedStatus = z.infer<typeof combinedStatusShape>;

export const checkRunsShape = z.object({
  total_count: z.number(),
  check_runs: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullish(),
      html_url: z.string().nullish(),
      head_sha: z.string().optional(),
    }),
  ),
});
export type CheckRuns = z.infer<typeof checkRunsShape>;
