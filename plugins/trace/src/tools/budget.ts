import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { codes } from '../codes.ts';
import { budgetOf, budgetOutput, warning } from '../recording/budget.ts';
import { currentRecording } from '../recording/current.ts';
import { answering, fail, TraceError } from '../trace-error.ts';

export const budget = definePluginTool({
  name: 'budget',
  description: 'Shows how many tokens the recording has used, and its budget if trace_start set one.',
  input: z.strictObject({}),
  output: z.object({ spent: z.int(), budget: budgetOutput.optional() }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  session: false,
  codes,
  errors: ['trace.NOT_RECORDING'],
  run: () =>
    answering(() => {
      const current = currentRecording();
      if (!current) throw new TraceError(fail('trace.NOT_RECORDING'));
      const found = budgetOf(current.header.budget_tokens, current.tokens, warning.threshold);
      return { spent: current.tokens, ...(found && { budget: found }) };
    }),
});
