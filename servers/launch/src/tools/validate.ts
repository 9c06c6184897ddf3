import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import type { RunStatus } from '@recourse/runs';
import { z } from 'zod';
import { validationReportSchema } from '../artifacts.ts';
import type { ValidationReport } from '../artifacts.ts';
import { answering } from './answering.ts';
import { awaitOperation, isUnanswered } from './await-operation.ts';
import { toolCodes, workErrors } from './codes.ts';
import { failureOfRun, refuseCancelled, refuseState } from './failures.ts';
import { artifactNames, namedRun, runId } from './fields.ts';
import { findRun, readArtifact } from './find-run.ts';
import type { Toolbox } from './toolbox.ts';

const tool = 'launch_validate';
/** "At least LINKING". */
const required: readonly string[] = ['LINKING', 'VALIDATING', 'FIXING', 'READY_FOR_PR'];
/** Each of these ends with a validation of the worktree as it then is. */
const validating: ReadonlySet<string | null> = new Set(['run', 'fix', 'validate']);

export const createValidate = (toolbox: Toolbox): Tool =>
  defineTool({
    name: tool,
    description:
      'Runs the gates on the pages of a run and returns the report; validation_report.ok says whether they passed. If the run is in progress, waits for its next report.',
    input: z.strictObject({ run_id: runId }),
    output: z.object({ run_id: z.string(), validation_report: validationReportSchema }),
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    task: 'optional',
    timeoutMs: toolbox.waits.validateMs + 10_000,
    subject: namedRun,
    codes: toolCodes,
    errors: workErrors,
    run: (call) =>
      answering(call, async () => {
        const { run_id } = call.arguments;
        const work = { run_id, operation: 'validate' } as const;
        const before = await findRun(toolbox, call, run_id);
        if (before.state === 'CANCELLED') refuseCancelled(before);
        if (!isUnanswered(toolbox, call, work) && !isValidated(before)) await toolbox.runs.request(run_id, 'validate');
        const after = await awaitOperation(toolbox, call, { ...work, tool, limitMs: toolbox.waits.validateMs });
        if (after.state === 'FAILED') return failureOfRun(after, false);
        const validation_report = await readArtifact<ValidationReport>(toolbox, after, artifactNames.report);
        return validation_report ? { run_id, validation_report } : refuseState(after, tool, required);
      }),
  });

/** Whether the work in progress will validate. Throws ILLEGAL_STATE if there is nothing to validate. */
const isValidated = (status: RunStatus): boolean => {
  const { state, operation, artifacts } = status;
  if (!required.includes(state)) refuseState(status, tool, required);
  if (validating.has(operation)) return true;
  if (!artifacts.some(({ key }) => key === artifactNames.bundle)) refuseState(status, tool, required);
  return false;
};
