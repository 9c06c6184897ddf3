import { z } from 'zod';

/** The fields that we read of GitHub's answers; the rest of a body is dropped. */
export const repositoryShape = z.object({
  full_name: z.string(),
  html_url: z.string(),
  description: z.string().nullish(),
  default_branch: z.string(),
  private: z.boolean(),
  archived: z.boolean().default(false),
  fork: z.boolean().default(false),
  language: z.string().nullish(),
  stargazers_count: z.number().default(0),
  open_issues_count: z.number().default(0),
  pushed_at: z.string().nullish(),
  permissions: z.object({ admin: z.boolean() }).optional(),
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
});
export type Repository = z.infer<typeof repositoryShape>;

export const branchShape = z.object({
  name: z.string(),
  commit: z.object({ sha: z.string() }),
  protected: z.boolean().default(false),
});

/** A single branch, with its tree and the public part of its protection. */
export const wholeBranchShape = branchShape.extend({
  commit: z.object({ sha: z.string(), commit: z.object({ tree: z.object({ sha: z.string() }) }) }),
  protection: z
    .object({
      enabled: z.boolean().optional(),
      required_status_checks: z.object({ contexts: z.array(z.string()).default([]) }).nullish(),
    })
    .optional(),
});

const contentFields = {
  name: z.string(),
  path: z.string(),
  sha: z.string(),
  size: z.number().default(0),
  html_url: z.string().nullish(),
};

const folderEntryShape = z.object({
  ...contentFields,
  type: z.enum(['file', 'dir', 'symlink', 'submodule']),
});

/** One file, with its content in base64 where it is small enough. */
export const fileShape = z.object({
  ...contentFields,
  type: z.enum(['file', 'symlink', 'submodule']),
  encoding: z.string().optional(),
  content: z.string().optional(),
  target: z.string().optional(),
});
export type File = z.infer<typeof fileShape>;

/** A folder is answered with a list, a file with an object. */
export const contentsShape = z.union([z.array(folderEntryShape), fileShape]);

export const treeShape = z.object({
  sha: z.string(),
  truncated: z.boolean().default(false),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.enum(['blob', 'tree', 'commit']),
      sha: z.string().nullish(),
      size: z.number().optional(),
    }),
  ),
});

export const blobShape = z.object({ content: z.string(), encoding: z.string(), size: z.number() });
export const refShape = z.object({ object: z.object({ sha: z.string(), type: z.string() }) });
/** A commit by the media type that answers with its SHA alone. */
export const shaText = z.string().regex(/^[a-f0-9]{40,64}$/);
