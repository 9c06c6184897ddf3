import type { Tool } from '@recourse/engine';
import type { ServerToolbox } from '../toolbox.ts';
import { createCommitFiles } from './commit-files.ts';
import { createCreateBranch } from './create-branch.ts';
import { createCreatePullRequest } from './create-pull-request.ts';
import { createFetch } from './fetch.ts';
import { createFindEffect } from './find-effect.ts';
import { createGetBranches } from './get-branches.ts';
import { createGetChecksForSha } from './get-checks-for-sha.ts';
import { createGetCommits } from './get-commits.ts';
import { createGetPrMergeability } from './get-pr-mergeability.ts';
import { createGetPullRequest } from './get-pull-request.ts';
import { createGetTree } from './get-tree.ts';
import { createListDirectory } from './list-directory.ts';
import { createListPullRequests } from './list-pull-requests.ts';
import { createMergePullRequest } from './merge-pull-request.ts';
import { createReadFile } from './read-file.ts';
import { createSearchPullRequests } from './search-pull-requests.ts';
import { createSearch } from './search.ts';
import { createUpdatePullRequest } from './update-pull-request.ts';

/** The tools that look. */
export const createReadTools = (toolbox: ServerToolbox): readonly Tool[] =>
  [
    createSearch,
    createFetch,
    createListDirectory,
    createReadFile,
    createGetTree,
    createGetCommits,
    createGetBranches,
    createListPullRequests,
    createSearchPullRequests,
    createGetPullRequest,
    createGetPrMergeability,
    createGetChecksForSha,
    createFindEffect,
  ].map((create) => create(toolbox));

/** The tools that change something. */
export const createWriteTools = (toolbox: ServerToolbox): readonly Tool[] =>
  [createCreateBranch, createCommitFiles, createCreatePullRequest, createUpdatePullRequest, createMergePullRequest].map(
    (create) => create(toolbox),
  );
