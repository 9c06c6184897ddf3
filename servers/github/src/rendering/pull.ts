import { z } from 'zod';
import type { Pull, WholePull } from '../shapes/pull.ts';
import { cut } from '../untrusted/cut.ts';

const longestBody = 10_000;

/** A pull request as lists show it. */
export const pullOutput = z.object({
  number: z.int(),
  title: z.string(),
  state: z.string(),
  draft: z.boolean(),
  user: z.string().nullable(),
  head: z.string(),
  head_sha: z.string(),
  /** The repository of the head, where it is a fork; null if that is gone. */
  head_repo: z.string().nullable(),
  base: z.string(),
  url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  merged_at: z.string().nullable(),
});

export const renderPull = (pull: Pull): z.infer<typeof pullOutput> => ({
  number: pull.number,
  title: pull.title,
  state: pull.state,
  draft: pull.draft,
  user: pull.user?.login ?? null,
  head: pull.head.ref,
  head_sha: pull.head.sha,
  head_repo: pull.head.repo?.full_name ?? null,
  base: pull.base.ref,
  url: pull.html_url,
  created_at: pull.created_at,
  updated_at: pull.updated_at,
  merged_at: pull.merged_at ?? null,
});

/** A pull request by itself. */
export const wholePullOutput = pullOutput.extend({
  body: z.string(),
  body_truncated: z.boolean().optional(),
  merged: z.boolean(),
  merge_commit_sha: z.string().nullable(),
  mergeable: z.boolean().nullable(),
  mergeable_state: z.string(),
  base_sha: z.string(),
  requested_reviewers: z.array(z.string()),
  commit_count: z.int(),
  additions: z.int(),
  deletions: z.int(),
  changed_files: z.int(),
});

export const renderWholePull = (pull: WholePull): z.infer<typeof wholePullOutput> => {
  const { text, isCut } = cut(pull.body ?? '', longestBody);
  return {
    ...renderPull(pull),
    body: text,
    ...(isCut && { body_truncated: true }),
    merged: pull.merged,
    merge_commit_sha: pull.merge_commit_sha ?? null,
    mergeable: pull.mergeable,
    mergeable_state: pull.mergeable_state,
    base_sha: pull.base.sha,
    requested_reviewers: (pull.requested_reviewers ?? []).map(({ login }) => login),
    commit_count: pull.commits,
    additions: pull.additions,
    deletions: pull.deletions,
    changed_files: pull.changed_files,
  };
};
