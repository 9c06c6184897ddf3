import { z } from 'zod';
import { json, text } from '../pipeline/artifact-kinds.ts';
import { definePipeline } from '../pipeline/define-pipeline.ts';
import type { Pipeline } from '../pipeline/define-pipeline.ts';
import { gate, step } from '../pipeline/definitions.ts';
import type { Gate, PipelineDefinition, Step, StepOptions } from '../pipeline/definitions.ts';

const smallConfig = z.strictObject({ size: z.int().min(0).default(1), note: z.string().optional() });
export type SmallConfig = z.output<typeof smallConfig>;

interface SmallOptions extends Partial<
  Pick<PipelineDefinition<typeof smallConfig>, 'budgets' | 'publish' | 'mostFixes' | 'fixers'>
> {
  /** Options of the second step. */
  readonly options?: Partial<StepOptions<SmallConfig>>;
  /** Reports what the gate finds; without it there is no gate. */
  readonly gate?: Gate<SmallConfig>['run'];
}

/** A pipeline of a first step that works, and a second one that does what the test wants. */
export const smallPipeline = (
  run: Step<SmallConfig>['run'],
  { options, gate: finds, ...more }: SmallOptions = {},
): Pipeline =>
  definePipeline({
    name: 'small',
    config: smallConfig,
    artifacts: { first: text(), result: json(z.strictObject({ count: z.int() })) },
    steps: [
      step<SmallConfig>('first', { enters: 'STARTING', makes: ['first'] }, () => ({ first: 'done' })),
      step<SmallConfig>(
        'second',
        { enters: 'WORKING', needs: ['first'], makes: ['result'], retries: 0, ...options },
        run,
      ),
    ],
    ...(finds && { gates: [gate<SmallConfig>('check', { needs: ['result'], retries: 0 }, finds)] }),
    ...more,
  });

export const good = () => ({ result: { count: 1 } });
