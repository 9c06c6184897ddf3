import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { checkOutput, checksState, overallState, readChecks } from '../asking/checks.ts';
import type { Checks } from '../asking/checks.ts';
import { notRead, partlyRead } from '../asking/not-read.ts';
import { tryRead } from '../asking/try-read.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { prNumber, repo } from '../fields/fields.ts';
import { blockersOf, wordsOf } from '../merging/blockers.ts';
import { blockerOutput } from '../merging/blocker-output.ts';
import { readMergeRules } from '../merging/merge-rules.ts';
import { waitForMergeable } from '../merging/wait-for-mergeable.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';

export const createGetPrMergeability = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'get_pr_mergeability',
    description: 'Shows whether a pull request can be merged, what blocks it, and the state of its checks.',
    input: z.strictObject({ repo, prNumber }),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      number: z.int(),
      state: z.string(),
      merged: z.boolean(),
      /** Null if GitHub has not found out in the time that it was given. */
      mergeable: z.boolean().nullable(),
      mergeable_state: z.string(),
      /** The blockers in words, as far as this token may see them. */
      blocked_by: z.array(z.string()),
      /** The same as data, with the place where each rule was found. */
      blockers: z.array(blockerOutput),
      /** Whether this token may merge although rules are not met; null if that could not be read. */
      can_bypass: z.boolean().nullable(),
      head: z.string(),
      head_sha: z.string(),
      base: z.string(),
      checks: z.object({
        state: checksState,
        failing: z.array(checkOutput),
        pending: z.array(checkOutput),
        truncated: z.boolean(),
      }),
    }),
    run: async (call, toolbox) => {
      const { arguments: args } = call;
      const { repo: name } = args;
      const { pull } = await waitForMergeable(toolbox, args, call.progress);
      const found = await checksOrNone(toolbox, name, pull.head.sha);
      const { checks, complete } = found;
      const rules = await readMergeRules(toolbox, { repo: name }, pull, found);
      const missing = [...found.notRead, ...rules.notRead];
      if (missing.length > 0) call.warn('PARTLY_READ', partlyRead(missing));
      const blockers = [...blockersOf(pull), ...rules.blockers];
      const answer = {
        repo: name,
        number: pull.number,
        state: pull.state,
        merged: pull.merged,
        mergeable: pull.mergeable,
        mergeable_state: pull.mergeable_state,
        blocked_by: blockers.map(wordsOf),
        blockers: blockers.map((blocker) => ({ ...blocker })),
        can_bypass: rules.canBypass ?? null,
        head: pull.head.ref,
        head_sha: pull.head.sha,
        base: pull.base.ref,
        checks: {
          state: overallState(found),
          failing: checks.filter(({ state }) => state === 'failure'),
          pending: checks.filter(({ state }) => state === 'pending'),
          truncated: !complete,
        },
      };
      return {
        untrusted: fence(name, answer, ['/head', '/checks/failing/*/name', '/checks/pending/*/name']),
        ...answer,
      };
    },
  });

/** The checks of a commit; none if the token may read none, because the rest of the answer does not depend on them. */
const checksOrNone = async (toolbox: Toolbox, name: string, sha: string): Promise<Checks> => {
  const { value, error } = await tryRead(readChecks(toolbox, { repo: name, sha }));
  return value ?? { sha, checks: [], complete: true, notRead: [notRead('checks', error)] };
};
