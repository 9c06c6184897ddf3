import type { z } from 'zod';
import type { Budgets } from '../model/budgets.ts';
import type { Plan } from '../model/plan.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { ArtifactKind } from './artifact-kinds.ts';
import { checkPipeline } from './check-pipeline.ts';
import type { Fixer, Gate, PipelineDefinition, Publication, Report, Step } from './definitions.ts';
import { deriveTransitions, publishStates, stateOrder } from './derive-transitions.ts';

/** A pipeline whose definition was checked. */
export interface Pipeline {
  readonly name: string;
  readonly config: z.ZodType;
  readonly artifacts: Readonly<Record<string, ArtifactKind>>;
  readonly steps: readonly Step[];
  readonly gates: readonly Gate[];
  readonly fixers: readonly Fixer[];
  readonly publish: Publication | undefined;
  readonly report: Report | undefined;
  readonly concurrency: number;
  readonly plan: Plan;
  /** The states in the order in which a run without problems enters them. */
  readonly order: readonly string[];
  fixesAlone(config: unknown): boolean;
  resumes(failure: RunFailure): boolean | Promise<boolean>;
  mostFixesOf(config: unknown): number;
  budgetsOf(config: unknown): Budgets;
}

const defaultMostFixes = 3;
const defaultConcurrency = 4;

/** Declares a pipeline. Throws a TypeError that names every problem of the definition. */
export const definePipeline = <const Schema extends z.ZodType>(definition: PipelineDefinition<Schema>): Pipeline => {
  const { name, artifacts, gates = [], fixers = [], publish, budgets = {}, fixesAlone = true } = definition;
  const { mostFixes = defaultMostFixes } = definition;
  // The compiler has checked that all parts agree on the configuration. From here on it is the parsed value.
  const given = { ...definition, gates, fixers } as unknown as PipelineDefinition<z.ZodType>;
  const needed = deriveTransitions(definition);
  const transitions = definition.transitions ?? needed;
  checkPipeline(given, transitions, needed);
  return {
    name,
    config: definition.config,
    artifacts,
    steps: given.steps,
    gates: given.gates as readonly Gate[],
    fixers: given.fixers as readonly Fixer[],
    publish,
    report: definition.report,
    fixesAlone: (config) => (typeof fixesAlone === 'function' ? fixesAlone(config as never) : fixesAlone),
    resumes: (failure) => failure.retryable || (definition.resumes?.(failure) ?? false),
    concurrency: definition.concurrency ?? defaultConcurrency,
    plan: {
      steps: definition.steps.map((step) => ({
        name: step.name,
        enters: step.enters,
        fans_out: step.each !== undefined,
      })),
      gates: gates.map((gate) => gate.name),
      publication: publish ? { name: publish.name, ...publishStates(publish) } : null,
      transitions,
    },
    order: stateOrder(definition),
    mostFixesOf: (config) => (typeof mostFixes === 'function' ? mostFixes(config as never) : mostFixes),
    budgetsOf: (config) => (typeof budgets === 'function' ? budgets(config as never) : budgets),
  };
};
