import type { Failure } from '@recourse/contract';
import type { z } from 'zod';
import type { Budgets } from '../model/budgets.ts';
import type { FoundIssue, Issue } from '../model/issue.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { GateTool, Snapshot } from '../model/snapshot.ts';
import type { Transitions } from '../model/states.ts';
import type { ArtifactKind } from './artifact-kinds.ts';
import type { FixContext, ScopeContext, WorkContext } from './work-context.ts';

/** The result of a worker: the artifacts that it makes, by name, or a failure. */
export type Made = Readonly<Record<string, unknown>> | Failure;

/** Options that steps, gates, fixers and publications share. */
interface WorkerOptions {
  /**
   * Artifacts that the result depends on. For a step with `each`, an artifact with scopes means the one of its own scope;
   * `name/*` means all scopes.
   */
  readonly needs?: readonly string[];
  /** Change it if the code changes, so that finished items run again. */
  readonly version?: string;
  /** After this time the attempt fails with INTERNAL_TIMEOUT. Defaults to 10 minutes. */
  readonly timeoutMs?: number;
  /** How often a retryable failure is tried again within one operation. Defaults to 2. */
  readonly retries?: number;
}

export interface StepOptions<Config> extends WorkerOptions {
  /** The state that the run enters before the step starts. */
  readonly enters: string;
  /** Runs the step once for each scope, several at a time. */
  readonly each?: (context: ScopeContext<Config>) => readonly string[] | Promise<readonly string[]>;
  readonly makes?: readonly string[];
}

export interface Step<Config = never> extends StepOptions<Config> {
  readonly name: string;
  readonly run: (context: WorkContext<Config>) => Made | Promise<Made>;
}

/** The result of a gate that says more than its issues. */
export interface GateFindings {
  readonly issues: readonly FoundIssue[];
  /** The program that looked, for the report. */
  readonly tool?: GateTool;
  /** Why the gate has no result. It has no blocking issues then, and does not keep the run from being published. */
  readonly skipped?: string;
}

type Found = readonly FoundIssue[] | GateFindings;

export interface Gate<Config = never> extends WorkerOptions {
  readonly name: string;
  readonly run: (context: WorkContext<Config>) => Found | Promise<Found>;
}

/** Turns the results of all gates into an artifact, each time that they have run. */
export interface Report<Config = never> {
  readonly makes: string;
  readonly write: (facts: ReportFacts<Config>) => unknown;
}

export interface ReportFacts<Config> extends Pick<Snapshot, 'run_id' | 'gates'> {
  readonly config: Config;
  /** The open issues, in the order in which they are to be fixed. */
  readonly issues: readonly Issue[];
}

export interface FixerOptions extends WorkerOptions {
  readonly fixes: (issue: Issue) => boolean;
  readonly makes: readonly string[];
}

export interface Fixer<Config = never> extends FixerOptions {
  readonly name: string;
  readonly run: (context: FixContext<Config>) => Made | Promise<Made>;
}

export interface PublicationOptions extends WorkerOptions {
  /** The state of a run that waits to be published, and the one after it. Defaults to READY and PUBLISHED. */
  readonly ready?: string;
  readonly published?: string;
  readonly makes?: readonly string[];
  /**
   * Steps that run again before the publication, such as one that looks at the state of the target. If one of their
   * artifacts has changed, the steps and gates that need it run again, and a failed gate stops the publication.
   */
  readonly refreshes?: readonly string[];
  /** True to publish without waiting for `publish`. */
  readonly automatic?: boolean;
}

export interface Publication<Config = never> extends PublicationOptions {
  readonly name: string;
  readonly run: (context: WorkContext<Config>) => Made | Promise<Made>;
}

export interface PipelineDefinition<Schema extends z.ZodType> {
  readonly name: string;
  /** The configuration of a run. It is parsed once, with defaults, and pinned. */
  readonly config: Schema;
  readonly artifacts: Readonly<Record<string, ArtifactKind>>;
  readonly steps: readonly Step<z.output<NoInfer<Schema>>>[];
  readonly gates?: readonly Gate<z.output<NoInfer<Schema>>>[];
  readonly report?: Report<z.output<NoInfer<Schema>>>;
  readonly fixers?: readonly Fixer<z.output<NoInfer<Schema>>>[];
  readonly publish?: Publication<z.output<NoInfer<Schema>>>;
  /** How many fixes one run may try; defaults to 3. With 0, `fix` has to be asked for. */
  readonly mostFixes?: number | ((config: z.output<NoInfer<Schema>>) => number);
  /** Whether `run` fixes issues by itself. Defaults to true. */
  readonly fixesAlone?: boolean | ((config: z.output<NoInfer<Schema>>) => boolean);
  /** Whether a run that failed this way can be resumed, besides those whose failure is retryable. */
  readonly resumes?: (failure: RunFailure) => boolean | Promise<boolean>;
  readonly budgets?: Budgets | ((config: z.output<NoInfer<Schema>>) => Budgets);
  /** How many scopes of one step run at a time; defaults to 4. */
  readonly concurrency?: number;
  /** The table of transitions. Derived from the steps by default; a given one must allow what they need. */
  readonly transitions?: Transitions;
}

/** Declares a step. */
export const step = <Config>(name: string, options: StepOptions<Config>, run: Step<Config>['run']): Step<Config> => ({
  ...options,
  name,
  run,
});

/** Declares a gate: it looks at artifacts and reports issues. */
export const gate = <Config>(name: string, options: WorkerOptions, run: Gate<Config>['run']): Gate<Config> => ({
  ...options,
  name,
  run,
});

/** Declares a fixer: it makes artifacts again so that one issue goes away. The next report decides whether it has. */
export const fixer = <Config>(name: string, options: FixerOptions, run: Fixer<Config>['run']): Fixer<Config> => ({
  ...options,
  name,
  run,
});

/** Declares the publication: the last step of a run, for which nothing but `once` may act on the outside. */
export const publication = <Config>(
  name: string,
  options: PublicationOptions,
  run: Publication<Config>['run'],
): Publication<Config> => ({ ...options, name, run });
