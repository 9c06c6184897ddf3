import { fail } from '@recourse/contract';
import type { Tool } from '@recourse/engine';
import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import { findBranchHead, resolveCommit } from '../asking/requests.ts';
import { verifying } from '../asking/rethrow.ts';
import { tryRead } from '../asking/try-read.ts';
import { defineWriteTool } from '../defining/write-tool.ts';
import { branch, ref, repo } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { refShape } from '../shapes/repository.ts';
import type { ServerToolbox } from '../toolbox.ts';

export const createCreateBranch = (shared: ServerToolbox): Tool =>
  defineWriteTool(shared, {
    name: 'create_branch',
    description: 'Creates a branch from a branch, tag or commit; by default, from the default branch.',
    input: z.strictObject({
      repo,
      branch,
      from: ref.optional().describe('A branch, a tag or a commit SHA of 7 to 40 digits.'),
    }),
    output: z.object({
      repo: z.string(),
      branch: z.string(),
      sha: z.string(),
      /** False if it was there already, at the same commit. */
      created: z.boolean(),
    }),
    idempotent: true,
    run: async (call, toolbox) => {
      const { repo: name, branch: wanted, from } = call.arguments;
      const place = { repo: name };
      const sha = await resolveCommit(toolbox, { ...place, name: from });
      const request = toolbox.github.request({
        route: 'POST /repos/{owner}/{repo}/git/refs',
        parameters: { ...repositoryName(name), ref: `refs/heads/${wanted}`, sha },
        shape: refShape,
        resource: { type: 'branch', id: wanted },
        idempotent: true,
      });
      const look = {
        tool: 'get_commits',
        arguments: { repo: name, branch: wanted, per_page: 1 },
        why: 'Shows whether the branch exists, and at which commit.',
        applied_when: { pointer: '/commits/0/sha', equals: sha },
      };
      try {
        await verifying(look, request);
        return { repo: name, branch: wanted, sha, created: true };
      } catch (thrown) {
        // GitHub's 422 does not say in a way that lasts that the branch exists: a look does.
        if (!(thrown instanceof GitHubError) || thrown.status !== 422) throw thrown;
        const { value: head } = await tryRead(findBranchHead(toolbox, { ...place, branch: wanted }));
        if (head === undefined) throw thrown;
        if (head === sha) return { repo: name, branch: wanted, sha, created: false };
        return fail(
          'CONFLICT_ALREADY_EXISTS',
          { ...thrown.failure.details, resource_type: 'branch', resource_id: wanted },
          {
            message: `Branch '${wanted}' already exists, at '${head}'`,
            next_actions: [
              { tool: 'get_commits', arguments: look.arguments, why: 'Shows the commits on that branch.' },
            ],
          },
        );
      }
    },
  });
