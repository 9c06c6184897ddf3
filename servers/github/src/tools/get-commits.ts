import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { noSuchCommit } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { branch, filePath, page, perPage, repo, sha } from '../fields/fields.ts';
import { pageOf, pagingShape, standingOf } from '../fields/paging.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { commitOutput, renderCommit } from '../rendering/commit.ts';
import { commitShape, compareShape } from '../shapes/commit.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';

export const createGetCommits = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'get_commits',
    description:
      'Lists commits, newest first, starting at a branch or a commit. With both branch and sha, also shows whether the branch contains that commit.',
    input: z.strictObject({
      repo,
      branch: branch.optional(),
      sha: sha.optional(),
      path: filePath.optional().describe('Only commits that changed this file or folder.'),
      page: page.optional(),
      per_page: perPage.optional(),
    }),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      /** Whether the commit is part of the branch; absent unless both were given. */
      on_branch: z.boolean().optional(),
      commits: z.array(commitOutput),
      ...pagingShape,
    }),
    run: async (call, toolbox) => {
      const { repo: name, branch: ofBranch, sha: from, path } = call.arguments;
      const place = { repo: name };
      const start = from ?? ofBranch;
      const request = toolbox.github.request({
        route: 'GET /repos/{owner}/{repo}/commits',
        parameters: {
          ...repositoryName(name),
          ...(start !== undefined && { sha: start }),
          ...(path !== undefined && { path }),
          ...pageOf(call.arguments),
        },
        shape: z.array(commitShape),
        resource: from === undefined ? { type: 'branch', id: ofBranch ?? 'HEAD' } : { type: 'commit', id: from },
      });
      const { value, nextPage } = await (from === undefined ? request : noSuchCommit(request, from));
      const holds = from !== undefined && ofBranch !== undefined && (await isOnBranch(toolbox, place, from, ofBranch));
      const answer = {
        repo: name,
        ...(from !== undefined && ofBranch !== undefined && { on_branch: holds }),
        commits: value.map(renderCommit),
        ...standingOf(call.arguments, nextPage),
      };
      return { untrusted: fence(name, answer, ['/commits/*/message', '/commits/*/author']), ...answer };
    },
  });

/** A branch holds a commit when it is the commit, or ahead of it and not behind. */
const isOnBranch = async ({ github }: Toolbox, { repo: name }: Place, commit: string, ofBranch: string) => {
  const { value } = await github.request({
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    parameters: { ...repositoryName(name), basehead: `${commit}...${ofBranch}`, per_page: 1 },
    shape: compareShape,
    resource: { type: 'branch', id: ofBranch },
  });
  return value.status === 'ahead' || value.status === 'identical';
};
