import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { getRepository } from '../asking/requests.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { page, perPage, repo } from '../fields/fields.ts';
import { pageOf, pagingShape, standingOf } from '../fields/paging.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { branchShape } from '../shapes/repository.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

export const createGetBranches = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'get_branches',
    description: 'Lists the branches of a repository and shows which one is the default.',
    input: z.strictObject({ repo, page: page.optional(), per_page: perPage.optional() }),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      default_branch: z.string(),
      branches: z.array(z.object({ name: z.string(), sha: z.string(), protected: z.boolean() })),
      ...pagingShape,
    }),
    run: async (call, toolbox) => {
      const { repo: name } = call.arguments;
      const repository = await getRepository(toolbox, { repo: name });
      const { value, nextPage } = await toolbox.github.request({
        route: 'GET /repos/{owner}/{repo}/branches',
        parameters: { ...repositoryName(name), ...pageOf(call.arguments) },
        shape: z.array(branchShape),
      });
      const answer = {
        repo: name,
        default_branch: repository.default_branch,
        branches: value.map((branch) => ({ name: branch.name, sha: branch.commit.sha, protected: branch.protected })),
        ...standingOf(call.arguments, nextPage),
      };
      return { untrusted: fence(name, answer, ['/branches/*/name']), ...answer };
    },
  });
