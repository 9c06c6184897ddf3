import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { baselineName, factsOf, readBaseline, write } from '../baselines/baseline-files.ts';
import { differencesOf } from '../baselines/env-differences.ts';
import { capture, captureErrors, captureFields } from '../capturing/capture.ts';
import { codes } from '../codes.ts';
import { compare } from '../comparing/compare.ts';
import { decodePng } from '../comparing/png.ts';
import { config } from '../config.ts';
import { answering, fail, VisualError } from '../visual-error.ts';

export const expect = definePluginTool({
  name: 'expect',
  description:
    'Compares the active surface, or one element, with the baseline `name`, which must have been captured with the same arguments. Fails with visual.MISMATCH if more than `maxDiffPixels` pixels and more than `maxDiffRatio` of all pixels differ; the details list the regions that differ and the path of an image with baseline, page and difference side by side.',
  input: z.strictObject({
    name: baselineName,
    ...captureFields,
    threshold: z.number().min(0).max(1).default(0.1),
    maxDiffPixels: z.int().min(0).max(10_000_000).default(0),
    maxDiffRatio: z.number().min(0).max(1).default(0),
  }),
  output: z.object({ matched: z.literal(true), name: z.string(), diff_pixels: z.int(), diff_ratio: z.number() }),
  operation: 'query',
  danger: 'safe',
  uses: ['page', 'elements', 'pictures', 'files'],
  codes,
  errors: [
    ...captureErrors,
    'visual.PATH_INVALID',
    'visual.WRITE_FAILED',
    'visual.BASELINE_NOT_FOUND',
    'visual.BASELINE_INVALID',
    'visual.ENV_MISMATCH',
    'visual.MISMATCH',
  ],
  run: ({ arguments: { name, threshold, maxDiffPixels, maxDiffRatio, ...args }, session, stage }) =>
    answering(async () => {
      const { files } = stage;
      const baseline = await readBaseline(files, name);
      const taken = await capture(session, args, config.value.fontFingerprint);
      const differences = differencesOf(baseline.facts, factsOf(taken, args));
      if (differences.length > 0)
        throw new VisualError(fail('visual.ENV_MISMATCH', { name, differences: [...differences] }));
      const { diffPixels, diffRatio, regions, draw } = compare(baseline.bitmap, decodePng(taken.png), threshold);
      const diff_ratio = Math.round(diffRatio * 1e6) / 1e6;
      if (diffPixels <= maxDiffPixels || diffRatio <= maxDiffRatio)
        return { matched: true as const, name, diff_pixels: diffPixels, diff_ratio };
      throw new VisualError(
        fail('visual.MISMATCH', {
          name,
          diff_pixels: diffPixels,
          diff_ratio,
          allowed_pixels: Math.max(maxDiffPixels, Math.floor(maxDiffRatio * taken.width * taken.height)),
          size: `${taken.width} x ${taken.height}`,
          baseline_size: `${baseline.bitmap.width} x ${baseline.bitmap.height}`,
          regions: [...regions],
          actual_path: await write(files, `differences/${name}.actual.png`, taken.png),
          diff_path: await write(files, `differences/${name}.diff.png`, draw()),
        }),
      );
    }),
});
