import { z } from 'zod';

const user = z.object({ login: z.string() }).nullish();

const end = z.object({
  ref: z.string(),
  sha: z.string(),
  /** Null if the fork is gone. */
  repo: z.object({ id: z.number(), full_name: z.string(), default_branch: z.string().optional() }).nullish(),
});

/** A pull request as lists show it. */
export const pullShape = z.object({
  number: z.number(),
  node_id: z.string(),
  html_url: z.string(),
  state: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().default(false),
  user,
  head: end,
  base: end,
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  merged_at: z.string().nullish(),
  requested_reviewers: z.array(z.object({ login: z.string() })).nullish(),
});
export type Pull = z.infer<typeof pullShape>;

/** A pull request by itself: with what GitHub computes about it. */
export const wholePullShape = pullShape.extend({
  merged: z.boolean(),
  mergeable: z.boolean().nullable(),
  mergeable_state: z.string(),
  merge_commit_sha: z.string().nullish(),
  merged_by: user,
  comments: z.number().default(0),
  commits: z.number().default(0),
  additions: z.number().default(0),
  deletions: z.number().default(0),
  changed_files: z.number().default(0),
});
export type WholePull = z.infer<typeof wholePullShape>;

export const mergeShape = z.object({ sha: z.string(), merged: z.boolean() });

export const pullFileShape = z.object({
  filename: z.string(),
  status: z.string(),
  additions: z.number(),
  deletions: z.number(),
  patch: z.string().optional(),
});

export const reviewShape = z.object({
  user,
  state: z.string(),
  body: z.string().nullish(),
  submitted_at: z.string().nullish(),
  commit_id: z.string().nullish(),
});
export type Review = z.infer<typeof reviewShape>;

export const protectionShape = z.object({
  required_pull_request_reviews: z.object({ required_approving_review_count: z.number().optional() }).nullish(),
  enforce_admins: z.object({ enabled: z.boolean() }).nullish(),
  lock_branch: z.object({ enabled: z.boolean() }).nullish(),
  required_linear_history: z.object({ enabled: z.boolean() }).nullish(),
  required_status_checks: z.object({ strict: z.boolean().optional() }).nullish(),
  required_signatures: z.object({ enabled: z.boolean() }).nullish(),
  required_conversation_resolution: z.object({ enabled: z.boolean() }).nullish(),
});

export const issueSearchShape = z.object({
  total_count: z.number(),
  incomplete_results: z.boolean(),
  items: z.array(
    z.object({
      number: z.number(),
      title: z.string(),
      state: z.string(),
      draft: z.boolean().optional(),
      html_url: z.string(),
      repository_url: z.string(),
      user,
      created_at: z.string(),
      updated_at: z.string(),
    }),
  ),
});
