import { definePipeline, step } from '@recourse/runs';
import { z } from 'zod';

/** A pipeline of steps that do nothing, so that only the engine is measured. @param {number} count */
export const stepPipeline = (count) =>
  definePipeline({
    name: 'steps',
    config: z.strictObject({}),
    artifacts: {},
    steps: Array.from({ length: count }, (_, index) => step(`step_${index + 1}`, { enters: 'WORKING' }, () => ({}))),
  });

/** One step for many scopes: each leaves three events. @param {number} count */
export const fanPipeline = (count) =>
  definePipeline({
    name: 'fan',
    config: z.strictObject({}),
    artifacts: {},
    steps: [
      step(
        'fan',
        { enters: 'WORKING', each: () => Array.from({ length: count }, (_, index) => `s${index}`) },
        () => ({}),
      ),
      step('end', { enters: 'ENDING' }, () => ({})),
    ],
  });
