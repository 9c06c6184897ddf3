import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { validationReportSchema } from '../artifacts.ts';
import type { ValidationReport } from '../artifacts.ts';
import { answering } from './answering.ts';
import { appliedPatches } from './applied-patches.ts';
import { awaitOperation, isUnanswered } from './await-operation.ts';
import { toolCodes, workErrors } from './codes.ts';
import { failureOfOperation, failureOfRun, refuseCancelled, refuseState } from './failures.ts';
import { artifactNames, namedRun, runId } from './fields.ts';
import { findRun, readArtifact } from './find-run.ts';
import type { Toolbox } from './toolbox.ts';

const tool = 'launch_fix_next';
const required = ['VALIDATING'];

export const createFixNext = (toolbox: Toolbox): Tool =>
  defineTool({
    name: tool,
    description:
      'Fixes the next issue that can be fixed automatically, validates again and returns the new report. An issue counts as fixed only if the new report no longer has it.',
    input: z.strictObject({ run_id: runId }),
    output: z.object({
      run_id: z.string(),
      fixed_issue_id: z.string().nullable().describe('Null if the attempt did not remove the issue.'),
      attempted_issue_id: z.string(),
      applied_patch_ids: z.array(z.string()),
      remaining_blockers: z.int().describe('Open issues of severity blocker or error.'),
      validation_report: validationReportSchema,
    }),
    operation: 'command',
    danger: 'reversible',
    task: 'optional',
    timeoutMs: toolbox.waits.fixMs + 10_000,
    subject: namedRun,
    codes: toolCodes,
    errors: workErrors,
    run: (call) =>
      answering(call, async () => {
        const { run_id } = call.arguments;
        const work = { run_id, operation: 'fix' } as const;
        const before = await findRun(toolbox, call, run_id);
        if (before.state === 'CANCELLED') refuseCancelled(before);
        if (!isUnanswered(toolbox, call, work) && before.operation !== 'fix') {
          if (before.state !== 'VALIDATING') refuseState(before, tool, required);
          // While another operation validates, its report does not exist yet: the engine answers RUN_BUSY.
          const report = await readArtifact<ValidationReport>(toolbox, before, artifactNames.report);
          if (before.operation === null && report?.ok !== false) refuseState(before, tool, required);
          await toolbox.runs.request(run_id, 'fix');
        }
        const after = await awaitOperation(toolbox, call, { ...work, tool, limitMs: toolbox.waits.fixMs });
        if (after.state === 'FAILED') return failureOfRun(after, false);
        const failure = after.last_operation?.name === 'fix' ? failureOfOperation(after) : undefined;
        if (failure) return failure;
        const validation_report = await readArtifact<ValidationReport>(toolbox, after, artifactNames.report);
        const item = after.work_items.findLast(({ kind, status }) => kind === 'fixer' && status === 'finished');
        if (!validation_report || !item) return refuseState(after, tool, required);
        const isOpen = after.open_issues.some(({ id }) => id === item.scope);
        return {
          run_id,
          fixed_issue_id: isOpen ? null : item.scope,
          attempted_issue_id: item.scope,
          applied_patch_ids: [...(await appliedPatches(toolbox, run_id, item.id))],
          remaining_blockers: after.open_issues.filter(({ severity }) => severity === 'blocker' || severity === 'error')
            .length,
          validation_report,
        };
      }),
  });
