import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { checkRunConfig } from '../config/check-run-config.ts';
import { answering } from './answering.ts';
import { toolCodes } from './codes.ts';
import { refuseConfig } from './refuse-config.ts';
import type { Toolbox } from './toolbox.ts';

export const createStartRun = ({ runs, pipeline }: Toolbox): Tool =>
  defineTool({
    name: 'launch_start_run',
    description:
      'Starts a run from a run_config and returns at once; the run continues in the background. The resource resource://schema/run_config.json describes run_config. The same idempotency_key with the same run_config returns the same run.',
    input: z.strictObject({
      run_config: z
        .record(z.string(), z.json())
        .describe('The product, the site and the rules of the run; unknown fields are rejected.'),
      idempotency_key: z.string().min(1).max(255).optional(),
    }),
    output: z.object({ run_id: z.string(), state: z.string(), replayed: z.boolean() }),
    operation: 'command',
    danger: 'reversible',
    codes: toolCodes,
    errors: ['SCHEMA_VALIDATION_FAILED', 'IDEMPOTENCY_CONFLICT', 'RUN_PIPELINE_UNKNOWN'],
    run: (call) =>
      answering(call, async () => {
        const { run_config, idempotency_key: key } = call.arguments;
        const checked = checkRunConfig(run_config);
        if (!checked.ok) return refuseConfig(checked, call);
        const started = await runs.start(pipeline, run_config, {
          principal: call.principal.id,
          ...(key !== undefined && { key }),
          ...(call.trace && { trace_id: call.trace.trace_id }),
        });
        return { ...started };
      }),
  });
