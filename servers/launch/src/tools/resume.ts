import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { RunError } from '@recourse/runs';
import type { RunStatus } from '@recourse/runs';
import { z } from 'zod';
import { answering } from './answering.ts';
import { awaitOperation, isUnanswered } from './await-operation.ts';
import { toolCodes, workErrors } from './codes.ts';
import { failureOfOperation, failureOfRun, refuseCancelled, refuseState } from './failures.ts';
import { namedRun, runId } from './fields.ts';
import { configOf, findRun } from './find-run.ts';
import { openStates } from './states.ts';
import { renderStatus, statusOutput } from './status-output.ts';
import type { Toolbox } from './toolbox.ts';

const tool = 'launch_resume';
/** A run that rests in one of these waits for launch_fix_next or launch_open_pr: going on would change nothing. */
const resting: ReadonlySet<string> = new Set(['VALIDATING', 'READY_FOR_PR']);
const required = openStates.filter((state) => !resting.has(state));

export const createResume = (toolbox: Toolbox): Tool =>
  defineTool({
    name: tool,
    description:
      'Continues a run that stopped because its process ended, or that failed for a reason that can be fixed. Returns at the next change of state; the run continues in the background. If the run is already in progress, waits for that work.',
    input: z.strictObject({ run_id: runId }),
    output: statusOutput,
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    task: 'optional',
    timeoutMs: toolbox.waits.resumeMs + 10_000,
    subject: namedRun,
    codes: toolCodes,
    errors: workErrors,
    run: (call) =>
      answering(call, async () => {
        const { run_id } = call.arguments;
        const work = { run_id, operation: 'resume' } as const;
        const before = await findRun(toolbox, call, run_id);
        if (before.state === 'CANCELLED') refuseCancelled(before);
        const isJoined = before.operation !== null || isUnanswered(toolbox, call, work);
        const from = isJoined ? before : await goOn(toolbox, before);
        const limitMs = toolbox.waits.resumeMs;
        const until = ({ state }: RunStatus): boolean => state !== from.state;
        const after = await awaitOperation(toolbox, call, { ...work, tool, limitMs, until });
        if (after.state === 'FAILED') return failureOfRun(after, true);
        // Nothing has moved: the answer is why.
        const failure = after.state === from.state && after.operation === null ? failureOfOperation(after) : undefined;
        return failure ?? renderStatus(after, await configOf(toolbox, run_id));
      }),
  });

const goOn = async ({ runs }: Toolbox, before: RunStatus): Promise<RunStatus> => {
  if (resting.has(before.state) || before.state === 'DONE') refuseState(before, tool, required);
  try {
    return await runs.resume(before.run_id);
  } catch (error) {
    if (error instanceof RunError && error.failure.code === 'ILLEGAL_STATE') refuseState(before, tool, required);
    throw error;
  }
};
