import type { ProfileFormat } from '../profile/coverage.ts';

export const runnerNames = ['vitest', 'node-test', 'jest', 'pytest', 'go-test', 'c8', 'nyc'] as const;
export type RunnerName = (typeof runnerNames)[number];

/** What a caller may say about a run of the tests. Nothing of it has been judged. */
export interface RunRequest {
  readonly tags?: string;
  readonly race?: boolean;
  readonly short?: boolean;
  readonly verbose?: boolean;
  /** A filter on the names of tests. */
  readonly run?: string;
  readonly timeoutMs: number;
  readonly testArgs?: readonly string[];
  /** Only these files or packages, for an incremental run. */
  readonly only?: readonly string[];
}

/** Exactly what would be run. Nothing that a caller said is in it unless a rule of the runner allows it. */
export interface RunPlan {
  readonly runner: RunnerName;
  /** The program, as an absolute path where it is one of the project's own. */
  readonly command: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child: an allowlist of ours, and what the runner needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly profile: { readonly path: string; readonly format: ProfileFormat };
  readonly timeoutMs: number;
}

/** How a run ended. The profile is worth reading only where the tests passed. */
export interface RunResult {
  readonly end: 'passed' | 'tests_failed' | 'build_failed' | 'timeout' | 'cancelled' | 'missing' | 'crashed';
  readonly exitCode: number | null;
  /** The last lines that the runner wrote, bounded and without control characters. */
  readonly outputTail: string;
  readonly failedTests: readonly string[];
  readonly failed: number | undefined;
  readonly total: number | undefined;
  readonly version: string | undefined;
  readonly elapsedMs: number;
}
