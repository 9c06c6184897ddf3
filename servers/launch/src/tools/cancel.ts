import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { readErrors, toolCodes } from './codes.ts';
import { refuseState } from './failures.ts';
import { namedRun, runId } from './fields.ts';
import { findRun } from './find-run.ts';
import { openStates } from './states.ts';
import type { Toolbox } from './toolbox.ts';

const tool = 'launch_cancel';

export const createCancel = (toolbox: Toolbox): Tool =>
  defineTool({
    name: tool,
    description:
      'Cancels a run at once, without confirmation: an emergency stop. Work in progress is discarded. A cancelled run cannot be resumed; a pull request that is already open stays open.',
    input: z.strictObject({ run_id: runId }),
    output: z.object({ run_id: z.string(), cancelled: z.literal(true), state: z.literal('CANCELLED') }),
    operation: 'command',
    // Nothing outside the run is touched, and a stop that has to be confirmed stops too late.
    danger: 'reversible',
    idempotent: true,
    subject: namedRun,
    codes: toolCodes,
    errors: [...readErrors, 'ILLEGAL_STATE', 'RUN_BUSY'],
    run: (call) =>
      answering(call, async () => {
        const { run_id } = call.arguments;
        const status = await findRun(toolbox, call, run_id);
        if (status.state === 'DONE' || status.state === 'FAILED') refuseState(status, tool, openStates);
        await toolbox.runs.cancel(run_id, call.principal.id);
        return { run_id, cancelled: true as const, state: 'CANCELLED' as const };
      }),
  });
