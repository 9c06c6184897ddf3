import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from '../asking/answering.ts';
import { readErrors } from '../asking/errors.ts';
import { noSuchCommit } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { branch, filePath, page, perPage, repo, sha } from '../fields/fields.ts';
import { pageOf, pagingShape, standingOf } from '../fields/paging.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { commitOutput, renderCommit } from '../rendering/commit.ts';
import { commitShape, compareShape } from '../shapes/commit.ts';
import { fence, fenceShape } from '../strangers/fence.ts';
import type { Toolbox } from '../toolbox.ts';

export const createGetCommits = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'get_commits',
    description:
      'Lists commits, newest first, from a branch or from a commit on. With both branch and sha it also says whether the branch holds that commit.',
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
    operation: 'query',
    danger: 'safe',
    errors: readErrors,
    permit: (args) => toolbox.permits.read(args.repo),
    run: (call) =>
      answering(toolbox, call, async () => {
        const { repo: name, branch: ofBranch, sha: from, path } = call.arguments;
        const place = { repo: name, signal: call.signal };
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
          signal: call.signal,
        });
        const { value, nextPage } = await (from === undefined ? request : noSuchCommit(request, from));
        const holds =
          from !== undefined && ofBranch !== undefined && (await isOnBranch(toolbox, place, from, ofBranch));
        const answer = {
          repo: name,
          ...(from !== undefined && ofBranch !== undefined && { on_branch: holds }),
          commits: value.map(renderCommit),
          ...standingOf(call.arguments, nextPage),
        };
        return { untrusted: fence(name, answer, ['/commits/*/message', '/commits/*/author']), ...answer };
      }),
  });

/** A branch holds a commit when it is the commit, or ahead of it and not behind. */
const isOnBranch = async ({ github }: Toolbox, { repo: name, signal }: Place, commit: string, ofBranch: string) => {
  const { value } = await github.request({
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    parameters: { ...repositoryName(name), basehead: `${commit}...${ofBranch}`, per_page: 1 },
    shape: compareShape,
    resource: { type: 'branch', id: ofBranch },
    signal,
  });
  return value.status === 'ahead' || value.status === 'identical';
};
