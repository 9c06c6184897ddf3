import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { fileOf } from '../artifact/trace-files.ts';
import { codes } from '../codes.ts';
import { budgetOf, budgetOutput, warning } from '../recording/budget.ts';
import { currentRecording } from '../recording/current.ts';

export const status = definePluginTool({
  name: 'status',
  description: 'Shows whether a recording is in progress and how many calls it contains.',
  input: z.strictObject({}),
  output: z.object({
    recording: z.boolean(),
    path: z.string().optional(),
    records: z.int().optional(),
    overflowed: z.boolean().optional(),
    budget: budgetOutput.optional(),
  }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  session: false,
  codes,
  errors: [],
  run: () => {
    const current = currentRecording();
    if (!current) return { recording: false };
    const { header, steps, dropped, tokens } = current;
    const budget = budgetOf(header.budget_tokens, tokens, warning.threshold);
    return {
      recording: true,
      path: fileOf(header.name),
      records: steps.length,
      overflowed: dropped > 0,
      ...(budget && { budget }),
    };
  },
});
