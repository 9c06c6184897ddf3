import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { readTrace, tracePath } from '../artifact/trace-files.ts';
import { codes } from '../codes.ts';
import { currentRecording } from '../recording/current.ts';
import { summarizeTokens } from '../recording/token-summary.ts';
import { answering, fail, TraceError } from '../trace-error.ts';

export const tokens = definePluginTool({
  name: 'tokens',
  description:
    'Lists the tools and answers that cost the most tokens, in the current recording or in the one at `path`. Tokens are estimated as a quarter of the characters.',
  input: z.strictObject({ path: tracePath.optional() }),
  output: z.object({
    total: z.int(),
    by_tool: z.array(z.object({ tool: z.string(), calls: z.int(), tokens: z.int() })),
    largest: z.array(z.object({ seq: z.int(), tool: z.string(), tokens: z.int() })),
  }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  session: false,
  uses: ['files'],
  codes,
  errors: ['trace.NOT_RECORDING', 'trace.ARTIFACT_NOT_FOUND', 'trace.ARTIFACT_INVALID'],
  run: ({ arguments: { path }, stage }) =>
    answering(async () => {
      const steps = path === undefined ? currentRecording()?.steps : (await readTrace(stage.files, path)).steps;
      if (!steps) throw new TraceError(fail('trace.NOT_RECORDING'));
      const { total, by_tool, largest } = summarizeTokens(steps);
      return { total, by_tool: [...by_tool], largest: [...largest] };
    }),
});
