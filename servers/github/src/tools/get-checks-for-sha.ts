import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { checkOutput, checksState, overallState, readChecks } from '../asking/checks.ts';
import { partlyRead } from '../asking/not-read.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { repo, sha } from '../fields/fields.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

export const createGetChecksForSha = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'get_checks_for_sha',
    description: 'Shows the state of the checks of a commit: which failed, which are still running.',
    input: z.strictObject({ repo, sha }),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      /** Whole, even if a short one was asked for. */
      sha: z.string(),
      state: checksState,
      total_statuses: z.int(),
      total_checks: z.int(),
      failing: z.array(checkOutput),
      pending: z.array(checkOutput),
      passed: z.int(),
      truncated: z.boolean(),
    }),
    run: async (call, toolbox) => {
      const { repo: name } = call.arguments;
      const found = await readChecks(toolbox, call.arguments);
      const { sha: whole, checks, complete, notRead } = found;
      if (notRead.length > 0) call.warn('PARTLY_READ', partlyRead(notRead));
      const ofKind = (kind: string): number => checks.filter((check) => check.kind === kind).length;
      const answer = {
        repo: name,
        sha: whole,
        state: overallState(found),
        total_statuses: ofKind('status'),
        total_checks: ofKind('check_run'),
        failing: checks.filter(({ state }) => state === 'failure'),
        pending: checks.filter(({ state }) => state === 'pending'),
        passed: checks.filter(({ state }) => state === 'success').length,
        truncated: !complete,
      };
      return { untrusted: fence(name, answer, ['/failing/*/name', '/pending/*/name']), ...answer };
    },
  });
