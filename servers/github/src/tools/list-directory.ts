import { exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { getContents } from '../asking/requests.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { brokenRule } from '../fields/broken-rule.ts';
import { branch, folderPath, ref, repo } from '../fields/fields.ts';
import { cutList } from '../fields/cut-list.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

/** GitHub lists no more of one folder. */
const mostListed = 1000;
const mostShown = 300;

export const createListDirectory = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'list_directory',
    description: "Lists a folder of a repository. An empty path, or '/', is the root.",
    input: exclusive(
      z.strictObject({
        repo,
        path: folderPath,
        branch: branch.optional(),
        ref: ref.optional(),
        after: z.string().min(1).max(500).optional().describe('Continue after this name.'),
      }),
      ['branch', 'ref'],
    ),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      path: z.string(),
      /** Null for the default branch. */
      ref: z.string().nullable(),
      items: z.array(
        z.object({
          name: z.string(),
          type: z.enum(['file', 'dir', 'symlink', 'submodule']),
          path: z.string(),
          size: z.int(),
          sha: z.string(),
        }),
      ),
      truncated: z.boolean(),
      next_after: z.string().optional(),
      /** False if GitHub itself lists no more: get_tree shows everything. */
      complete: z.boolean(),
    }),
    errors: ['VALIDATION_INVALID_VALUE'],
    run: async (call, toolbox) => {
      const { repo: name, after } = call.arguments;
      const wanted = call.arguments.branch ?? call.arguments.ref;
      const path = call.arguments.path.replace(/^[./]$|\/$/, '');
      const { value } = await getContents(toolbox, { repo: name, path, ref: wanted });
      if (!Array.isArray(value)) {
        return call.fail('VALIDATION_INVALID_VALUE', brokenRule('/path', `it is a ${value.type}`, path), {
          next_actions: [readInstead(name, path, call.arguments)],
        });
      }
      const items = value.map(({ name: own, type, path: whole, size, sha }) => ({
        name: own,
        type,
        path: whole,
        size,
        sha,
      }));
      const { shown, ...standing } = cutList(items, { keyOf: (item) => item.name, after, most: mostShown });
      const answer = {
        repo: name,
        path,
        ref: wanted ?? null,
        items: shown,
        ...standing,
        complete: value.length < mostListed,
      };
      return { untrusted: fence(name, answer, ['/items/*/name', '/items/*/path']), ...answer };
    },
  });

const readInstead = (
  name: string,
  path: string,
  { branch: ofBranch, ref: ofRef }: { readonly branch?: string | undefined; readonly ref?: string | undefined },
) => ({
  tool: 'read_file',
  arguments: {
    repo: name,
    path,
    ...(ofBranch !== undefined && { branch: ofBranch }),
    ...(ofRef !== undefined && { ref: ofRef }),
  },
  why: 'Reads it as a file.',
});
