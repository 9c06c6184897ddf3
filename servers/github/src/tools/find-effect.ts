import { exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { defineReadTool } from '../defining/read-tool.ts';
import { branch, prNumber, repo, timestamp } from '../fields/fields.ts';
import { findCommit, findMerge, findPullRequest } from '../intents/find-intent.ts';
import { intentPattern } from '../intents/mark.ts';
import type { ServerToolbox } from '../toolbox.ts';

export const createFindEffect = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'find_effect',
    description:
      'Shows whether a write took effect. A failure with an unknown effect contains the arguments for this tool.',
    input: exclusive(
      z.strictObject({
        repo,
        intent: z.string().meta({ pattern: intentPattern }),
        since: timestamp,
        branch: branch.optional(),
        prNumber: prNumber.optional(),
      }),
      ['branch', 'prNumber'],
    ),
    output: z.object({
      repo: z.string(),
      found: z.boolean(),
      /** The commit or pull request, if there is one. */
      id: z.string().optional(),
      url: z.string().optional(),
    }),
    run: async (call, toolbox) => {
      const { repo: name, intent, since, branch: onBranch, prNumber: number } = call.arguments;
      const wanted = { repo: name, intent, since };
      const found =
        onBranch !== undefined
          ? await findCommit(toolbox, { ...wanted, branch: onBranch })
          : number !== undefined
            ? await findMerge(toolbox, { ...wanted, prNumber: number })
            : await findPullRequest(toolbox, wanted);
      return { repo: name, found: found !== undefined, ...found };
    },
  });
