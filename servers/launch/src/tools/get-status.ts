import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { readErrors, toolCodes } from './codes.ts';
import { namedRun, runId } from './fields.ts';
import { configOf, findRun } from './find-run.ts';
import { renderStatus, statusOutput } from './status-output.ts';
import type { Toolbox } from './toolbox.ts';

export const createGetStatus = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'launch_get_status',
    description: 'Shows the state of a run, its sections, open issues, artifacts and progress.',
    input: z.strictObject({ run_id: runId }),
    output: statusOutput,
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    subject: namedRun,
    codes: toolCodes,
    errors: readErrors,
    run: (call) =>
      answering(call, async () => {
        const status = await findRun(toolbox, call, call.arguments.run_id);
        return renderStatus(status, await configOf(toolbox, status.run_id));
      }),
  });
