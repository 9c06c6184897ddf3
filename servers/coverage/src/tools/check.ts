import type { NextAction } from '@recourse/contract';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { pathOf } from '../measuring/existing.ts';
import { z } from 'zod';
import { answerPlan, planShape } from '../answering/plan-answer.ts';
import { answerVerdict, verdictOutput } from '../answering/verdict-answer.ts';
import { coverageCodes } from '../codes.ts';
import { cursor, domains, ref, verbosity } from '../fields/answer-fields.ts';
import { configPath, profile } from '../fields/paths.ts';
import { refuseHidden } from '../fields/refuse-hidden.ts';
import { runFields, testFilter } from '../fields/run-fields.ts';
import { checkErrors } from '../errors.ts';
import { findSources, planSources } from '../measuring/find-sources.ts';
import { warnAboutPlan } from '../measuring/judge.ts';
import { watchCall } from '../measuring/progress.ts';
import { answering } from '../refused.ts';
import { fenceShape } from '../untrusted/fence.ts';
import type { Toolbox } from '../toolbox.ts';

const input = z.strictObject({
  configPath,
  profile,
  fromProfile: z.boolean().optional().describe('Checks the existing profile without running tests.'),
  domains,
  failUnder: z.number().min(0).max(100).optional().describe('Fails if total coverage is below this percentage.'),
  ratchet: z.boolean().optional().describe('Fails if total coverage is below the last entry of the history.'),
  ...runFields,
  run: testFilter,
  incremental: z
    .boolean()
    .optional()
    .describe('Runs only the tests of code changed since incrementalRef, and checks only the changed lines.'),
  incrementalRef: ref('A branch, tag or commit; defaults to HEAD~1.'),
  diffRef: ref('Also checks the lines that have changed since this branch, tag or commit.'),
  dryRun: z.boolean().optional().describe('Shows what would run, without running it.'),
  verbosity,
  cursor,
});
export type CheckArguments = z.output<typeof input>;

/** A verdict, or with dryRun the plan alone. */
const output = verdictOutput
  .partial()
  .extend({ untrusted: fenceShape, summary: z.string(), plan: planShape.optional() });

/**
 * A `command`, because it runs the project's own test command, whose tests can do anything. It changes no source and
 * can be repeated, so it is `reversible`: an agent may call it by default.
 */
export const createCheck = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'check',
    title: 'Check coverage',
    description:
      'Runs the tests of the project and checks its coverage by domain, file, changed lines and history. If coverage is too low, returns an error that lists the shortfalls.',
    input,
    output,
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    codes: coverageCodes,
    errors: checkErrors,
    timeoutMs: toolbox.longestTimeoutMs + 60_000,
    // Running tests takes minutes. A plan or an existing profile is judged at once, without a task.
    task: 'optional',
    beginsTask: true,
    run: (call) =>
      answering(call, async () => {
        const args = call.arguments;
        refuseHidden(args, 'domains', 'cursor');
        if (args.dryRun === true) {
          const plan = await planSources(toolbox, args, { config: pathOf(call, 'configPath') });
          warnAboutPlan(call.warn, plan);
          return answerPlan(plan);
        }
        if (args.fromProfile !== true) await call.beginTask();
        const found = await findSources(toolbox, args, {
          config: pathOf(call, 'configPath'),
          profile: pathOf(call, 'profile'),
          watch: watchCall(call, toolbox.now),
        });
        warnAboutPlan(call.warn, found.sources.plan);
        return answerVerdict(toolbox, {
          ...found,
          tool: 'check',
          arguments: args,
          next: [whereToLook(args)],
          warn: call.warn,
        });
      }),
  });

/** The debt under the same policy and profile. */
const whereToLook = ({ configPath: config, profile: named, fromProfile }: CheckArguments): NextAction => ({
  tool: 'debt',
  arguments: {
    ...(config !== undefined && { configPath: config }),
    ...(named !== undefined && fromProfile === true && { profile: named }),
  },
  why: 'Shows how many more lines need tests, and where.',
});
