import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from '../asking/answering.ts';
import { checkOutput, overallState, readChecks } from '../asking/checks.ts';
import { readErrors } from '../asking/errors.ts';
import { prNumber, repo } from '../fields/fields.ts';
import { blockersOf, wordsOf } from '../merging/blockers.ts';
import { ruleBlockers } from '../merging/rule-blockers.ts';
import { waitForMergeable } from '../merging/wait-for-mergeable.ts';
import { fence, fenceShape } from '../strangers/fence.ts';
import type { Toolbox } from '../toolbox.ts';

export const createGetPrMergeability = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'get_pr_mergeability',
    description: 'Says whether a pull request can be merged, what stands in its way, and how its checks stand.',
    input: z.strictObject({ repo, prNumber }),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      number: z.int(),
      state: z.string(),
      merged: z.boolean(),
      /** Null where GitHub has not found out in the time that it was given. */
      mergeable: z.boolean().nullable(),
      mergeable_state: z.string(),
      /** What stands in the way, as far as this token may see. */
      blocked_by: z.array(z.string()),
      head: z.string(),
      head_sha: z.string(),
      base: z.string(),
      checks: z.object({
        state: z.enum(['none', 'success', 'pending', 'failure']),
        failing: z.array(checkOutput),
        pending: z.array(checkOutput),
        truncated: z.boolean(),
      }),
    }),
    operation: 'query',
    danger: 'safe',
    errors: readErrors,
    permit: (args) => toolbox.permits.read(args.repo),
    run: (call) =>
      answering(toolbox, call, async () => {
        const { arguments: args, signal } = call;
        const { pull } = await waitForMergeable(toolbox, { ...args, signal }, call.progress);
        const { checks, complete } = await readChecks(toolbox, { repo: args.repo, sha: pull.head.sha, signal });
        const isBlocked = pull.state === 'open' && pull.mergeable_state === 'blocked';
        const rules = isBlocked ? await ruleBlockers(toolbox, { repo: args.repo, signal }, pull) : [];
        const blockers = [...blockersOf(pull), ...rules];
        const answer = {
          repo: args.repo,
          number: pull.number,
          state: pull.state,
          merged: pull.merged,
          mergeable: pull.mergeable,
          mergeable_state: pull.mergeable_state,
          blocked_by: blockers.map(wordsOf),
          head: pull.head.ref,
          head_sha: pull.head.sha,
          base: pull.base.ref,
          checks: {
            state: overallState(checks),
            failing: checks.filter(({ state }) => state === 'failure'),
            pending: checks.filter(({ state }) => state === 'pending'),
            truncated: !complete,
          },
        };
        return {
          untrusted: fence(args.repo, answer, ['/head', '/checks/failing/*/name', '/checks/pending/*/name']),
          ...answer,
        };
      }),
  });
