import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from '../asking/answering.ts';
import { checkOutput, overallState, readChecks } from '../asking/checks.ts';
import { readErrors } from '../asking/errors.ts';
import { repo, sha } from '../fields/fields.ts';
import { fence, fenceShape } from '../strangers/fence.ts';
import type { Toolbox } from '../toolbox.ts';

export const createGetChecksForSha = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'get_checks_for_sha',
    description: 'Shows how the checks of a commit stand: which fail, which still run.',
    input: z.strictObject({ repo, sha }),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      /** Whole, also where a short one was asked for. */
      sha: z.string(),
      state: z.enum(['none', 'success', 'pending', 'failure']),
      total_statuses: z.int(),
      total_checks: z.int(),
      failing: z.array(checkOutput),
      pending: z.array(checkOutput),
      passed: z.int(),
      truncated: z.boolean(),
    }),
    operation: 'query',
    danger: 'safe',
    errors: readErrors,
    permit: (args) => toolbox.permits.read(args.repo),
    run: (call) =>
      answering(toolbox, call, async () => {
        const { repo: name } = call.arguments;
        const { sha: whole, checks, complete } = await readChecks(toolbox, { ...call.arguments, signal: call.signal });
        const ofKind = (kind: string): number => checks.filter((check) => check.kind === kind).length;
        const answer = {
          repo: name,
          sha: whole,
          state: overallState(checks),
          total_statuses: ofKind('status'),
          total_checks: ofKind('check_run'),
          failing: checks.filter(({ state }) => state === 'failure'),
          pending: checks.filter(({ state }) => state === 'pending'),
          passed: checks.filter(({ state }) => state === 'success').length,
          truncated: !complete,
        };
        return { untrusted: fence(name, answer, ['/failing/*/name', '/pending/*/name']), ...answer };
      }),
  });
