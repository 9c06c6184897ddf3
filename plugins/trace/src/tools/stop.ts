import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { codes } from '../codes.ts';
import { budgetOf, budgetOutput, warning } from '../recording/budget.ts';
import { endCurrent } from '../recording/current.ts';
import { answering } from '../trace-error.ts';

export const stop = definePluginTool({
  name: 'stop',
  description: 'Ends the recording and writes it to a file. View it with trace_view, or repeat it with trace_replay.',
  input: z.strictObject({}),
  output: z.object({
    path: z.string(),
    records: z.int(),
    failures: z.int(),
    total_estimated_tokens: z.int(),
    overflowed: z.boolean(),
    budget: budgetOutput.optional(),
  }),
  operation: 'command',
  danger: 'reversible',
  session: false,
  uses: ['calls', 'files', 'pictures'],
  codes,
  errors: ['trace.NOT_RECORDING', 'trace.ARTIFACT_WRITE_FAILED'],
  run: () =>
    answering(async () => {
      const { recording, path } = await endCurrent();
      const { steps, tokens, dropped, header } = recording;
      const budget = budgetOf(header.budget_tokens, tokens, warning.threshold);
      return {
        path,
        records: steps.length,
        failures: steps.filter(({ ok }) => !ok).length,
        total_estimated_tokens: tokens,
        overflowed: dropped > 0,
        ...(budget && { budget }),
      };
    }),
});
