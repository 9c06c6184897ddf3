import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { defineReadTool } from '../defining/read-tool.ts';
import { branch, page, perPage, repo } from '../fields/fields.ts';
import { pageOf, pagingShape, standingOf } from '../fields/paging.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { pullOutput, renderPull } from '../rendering/pull.ts';
import { pullShape } from '../shapes/pull.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

export const createListPullRequests = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'list_pull_requests',
    description: 'Lists pull requests of a repository, newest first; only open ones unless state is given.',
    input: z.strictObject({
      repo,
      state: z.enum(['open', 'closed', 'all']).optional(),
      head: branch.optional().describe('Only from this branch; forks are not included.'),
      base: branch.optional().describe('Only into this branch.'),
      page: page.optional(),
      per_page: perPage.optional(),
    }),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      pull_requests: z.array(pullOutput),
      ...pagingShape,
    }),
    run: async (call, toolbox) => {
      const { repo: name, state = 'open', head, base } = call.arguments;
      const named = repositoryName(name);
      const { value, nextPage } = await toolbox.github.request({
        route: 'GET /repos/{owner}/{repo}/pulls',
        parameters: {
          ...named,
          state,
          ...(head !== undefined && { head: `${named.owner}:${head}` }),
          ...(base !== undefined && { base }),
          ...pageOf(call.arguments),
        },
        shape: z.array(pullShape),
        resource: { type: 'repository', id: name },
      });
      const answer = {
        repo: name,
        pull_requests: value.map(renderPull),
        ...standingOf(call.arguments, nextPage),
      };
      return { untrusted: fence(name, answer, ['/pull_requests/*/title', '/pull_requests/*/head']), ...answer };
    },
  });
