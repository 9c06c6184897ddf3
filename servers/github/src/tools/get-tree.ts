import { exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { resolveCommit } from '../asking/requests.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { cutList } from '../fields/cut-list.ts';
import { branch, ref, repo } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { treeShape } from '../shapes/repository.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

const mostShown = 500;

export const createGetTree = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'get_tree',
    description: 'Lists every file and folder of a repository at a branch, a tag or a commit.',
    input: exclusive(
      z.strictObject({
        repo,
        branch: branch.optional(),
        ref: ref.optional(),
        after: z.string().min(1).max(4096).optional().describe('Continue after this path.'),
      }),
      ['branch', 'ref'],
    ),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      /** Null for the default branch. */
      ref: z.string().nullable(),
      commit_sha: z.string(),
      tree: z.array(
        z.object({
          path: z.string(),
          type: z.enum(['blob', 'tree', 'commit']),
          mode: z.string(),
          size: z.int().optional(),
          sha: z.string().nullable(),
        }),
      ),
      truncated: z.boolean(),
      next_after: z.string().optional(),
      /** False if the tree is too large for GitHub to list: list_directory shows its folders one by one. */
      complete: z.boolean(),
    }),
    run: async (call, toolbox) => {
      const { repo: name, after } = call.arguments;
      const wanted = call.arguments.branch ?? call.arguments.ref;
      const place = { repo: name };
      const commitSha = await resolveCommit(toolbox, { ...place, name: wanted });
      const { value } = await toolbox.github.request({
        route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
        parameters: { ...repositoryName(name), tree_sha: commitSha, recursive: '1' },
        shape: treeShape,
      });
      const entries = value.tree.map(({ path, type, mode, size, sha }) => ({
        path,
        type,
        mode,
        ...(size !== undefined && { size }),
        sha: sha ?? null,
      }));
      const { shown, ...standing } = cutList(entries, { keyOf: (entry) => entry.path, after, most: mostShown });
      const answer = {
        repo: name,
        ref: wanted ?? null,
        commit_sha: commitSha,
        tree: shown,
        ...standing,
        complete: !value.truncated,
      };
      return { untrusted: fence(name, answer, ['/tree/*/path']), ...answer };
    },
  });
