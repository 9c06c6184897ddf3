import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { baselineName, write } from '../baselines/baseline-files.ts';
import { capture as take, captureErrors, captureFields } from '../capturing/capture.ts';
import { codes } from '../codes.ts';
import { config } from '../config.ts';
import { answering } from '../visual-error.ts';

export const capture = definePluginTool({
  name: 'capture',
  description:
    'Takes a screenshot of the active surface, or of one element, once the page is stable, and writes it to `captures/<name>.png` in the plugin folder. Secrets and the elements that `masks` selects are blacked out. Baselines are not changed. At most 10 million pixels.',
  input: z.strictObject({ name: baselineName.default('capture'), ...captureFields }),
  output: z.object({ path: z.string(), width: z.int(), height: z.int(), masked: z.int() }),
  operation: 'screenshot',
  danger: 'safe',
  uses: ['page', 'elements', 'pictures', 'files'],
  codes,
  errors: [...captureErrors, 'visual.PATH_INVALID', 'visual.WRITE_FAILED'],
  run: ({ arguments: { name, ...args }, session, stage }) =>
    answering(async () => {
      const { png, width, height, masked } = await take(session, args, config.value.fontFingerprint);
      return { path: await write(stage.files, `captures/${name}.png`, png), width, height, masked };
    }),
});
