import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { baselineName, factsOf, writeBaseline } from '../baselines/baseline-files.ts';
import { capture, captureErrors, captureFields } from '../capturing/capture.ts';
import { codes } from '../codes.ts';
import { config } from '../config.ts';
import { answering } from '../visual-error.ts';

export const updateBaseline = definePluginTool({
  name: 'update_baseline',
  description:
    'Captures the active surface, or one element, as the baseline `name`. Call this tool only if the page looks right: visual_expect compares the page with the baseline. The previous baseline is kept in the folder `previous`. At most 10 million pixels.',
  input: z.strictObject({ name: baselineName, confirm: z.literal(true), ...captureFields }),
  output: z.object({
    name: z.string(),
    path: z.string(),
    width: z.int(),
    height: z.int(),
    masked: z.int(),
    replaced: z.boolean(),
  }),
  operation: 'command',
  danger: 'reversible',
  idempotent: true,
  uses: ['page', 'elements', 'pictures', 'files'],
  codes,
  errors: [...captureErrors, 'visual.PATH_INVALID', 'visual.WRITE_FAILED'],
  run: ({ arguments: { name, confirm: _confirmed, ...args }, session, stage }) =>
    answering(async () => {
      const taken = await capture(session, args, config.value.fontFingerprint);
      const { png, width, height, masked } = taken;
      const { path, replaced } = await writeBaseline(stage.files, name, { png, facts: factsOf(taken, args) });
      return { name, path, width, height, masked, replaced };
    }),
});
