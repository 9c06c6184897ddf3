import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { fileOf, traceName } from '../artifact/trace-files.ts';
import { codes } from '../codes.ts';
import { config } from '../config.ts';
import { budgetOf, budgetOutput, warning } from '../recording/budget.ts';
import { currentRecording, setCurrent } from '../recording/current.ts';
import { Recording } from '../recording/recording.ts';
import { answering, fail, TraceError } from '../trace-error.ts';

export const start = definePluginTool({
  name: 'start',
  description:
    'Starts recording the calls of all other tools, with a screenshot after each step that changes something or fails. `budgetTokens` sets a limit: trace_budget reports on it, and trace_replay fails once it is exceeded. Keeps up to 1,000 calls (5,000 if configured) and 300 screenshots.',
  input: z.strictObject({
    name: traceName.optional(),
    budgetTokens: z.int().min(1).max(100_000_000).optional(),
    warnThreshold: z.number().gt(0).max(1).default(0.8),
    pictures: z.boolean().optional(),
  }),
  output: z.object({ recording: z.literal(true), path: z.string(), budget: budgetOutput.optional() }),
  operation: 'command',
  danger: 'reversible',
  session: false,
  uses: ['calls', 'files', 'pictures'],
  codes,
  errors: ['trace.ALREADY_RECORDING', 'trace.ARTIFACT_WRITE_FAILED'],
  run: ({ arguments: args, stage }) =>
    answering(async () => {
      const running = currentRecording();
      if (running) throw new TraceError(fail('trace.ALREADY_RECORDING', { path: fileOf(running.header.name) }));
      const started_at = new Date().toISOString();
      const { name = `trace-${started_at.replaceAll(/\D/gu, '').slice(0, 17)}`, budgetTokens, warnThreshold } = args;
      const { maxRecords, redact, pictures } = config.value;
      const header = {
        kind: 'trace' as const,
        version: 1 as const,
        name,
        started_at,
        ...(budgetTokens !== undefined && { budget_tokens: budgetTokens }),
      };
      const recording = new Recording({ header, stage, maxRecords, redact, withPictures: args.pictures ?? pictures });
      // Finds out at once whether it can be written.
      await recording.save();
      setCurrent({ recording, stop: await stage.calls.observe((call) => recording.observe(call), { hold: true }) });
      warning.threshold = warnThreshold;
      const budget = budgetOf(budgetTokens, 0, warnThreshold);
      return { recording: true as const, path: fileOf(name), ...(budget && { budget }) };
    }),
});
