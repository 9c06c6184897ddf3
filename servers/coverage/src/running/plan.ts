import type { JsonObject } from '@recourse/contract';
import type { ChildPlan } from '@recourse/sandbox';
import type { ProfileFormat } from '../profile/coverage.ts';

export const runnerNames = ['vitest', 'node-test', 'jest', 'pytest', 'go-test', 'c8', 'nyc'] as const;
export type RunnerName = (typeof runnerNames)[number];

export const languages = ['go', 'python', 'typescript', 'javascript'] as const;
export type Language = (typeof languages)[number];

/** A runner of the project and how to start it. Everything in it comes from the project and this machine. */
export interface FoundRunner {
  readonly name: RunnerName;
  readonly language: Language;
  readonly version: string | undefined;
  /** An absolute path. */
  readonly command: string;
  /** Comes before all other arguments: the file of the runner, and arguments from the project's own script. */
  readonly base: readonly string[];
  /** From the project's own script: the program that a runner measures, or the test files that it runs. */
  readonly measured?: readonly string[];
  /** Folders of the project in which its programs lie; they come first in the child's PATH. */
  readonly programFolders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Why no runner was found; the details fit those of the code. */
export interface RunnerProblem {
  readonly code: 'OP_DETECT_FAILED' | 'OP_RUNNER_MISSING' | 'OP_MODULE_ROOT_MISSING';
  readonly details: JsonObject;
}

/** Options of a test run from the caller, not judged yet. */
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

export type RejectionCode =
  | 'INPUT_REJECTED_DANGEROUS_FLAG'
  | 'INPUT_REJECTED_SHELL_METACHAR'
  | 'INPUT_REJECTED_CONTROL_CHARS'
  | 'INPUT_REJECTED_INVALID_TAGS'
  | 'INPUT_REJECTED_INVALID_TIMEOUT'
  | 'INPUT_REJECTED_INVALID_RUN_PATTERN'
  | 'INPUT_REJECTED_PATH_SCOPE'
  | 'INPUT_REJECTED_OTHER';

/** One refused argument. */
export interface Rejection {
  readonly code: RejectionCode;
  /** As a caller would name it: `testArgs[0]`. */
  readonly field: string;
  /** Shortened, with unseen characters written out; absent if it is unsafe to repeat. */
  readonly value?: string;
  readonly reason: string;
  /** What to send instead. Inside `planRun`, `{run}` stands for the tool's name of the filter on test names. */
  readonly remediation: string;
  /** Details as the code declares them. */
  readonly details: JsonObject;
}

/** Exactly what is run. It contains no argument of a caller that no rule of the runner allows. */
export interface RunPlan extends Omit<ChildPlan, 'input'> {
  readonly runner: RunnerName;
  readonly version: string | undefined;
  /** Where the run keeps its files: no other run has the same. */
  readonly folder: string;
  readonly profile: { readonly path: string; readonly format: ProfileFormat };
  /** Arguments of the caller that the run ignores or limits. */
  readonly warnings: readonly PlanWarning[];
}

/** A warning of the contract about a plan. */
export type PlanWarning =
  | {
      readonly code: 'OP_TIMEOUT_CAPPED';
      readonly details: {
        readonly field: string;
        readonly value: string;
        readonly cap: string;
        readonly timeout_ms: number;
      };
    }
  | {
      readonly code: 'OP_ARGUMENT_IGNORED';
      readonly details: { readonly field: string; readonly runner: string; readonly reason: string };
    };

/** How a run ended. Only a run that passed has a profile; `no_tests` means that nothing failed and nothing ran. */
export interface RunResult {
  readonly end:
    'passed' | 'tests_failed' | 'build_failed' | 'no_tests' | 'timeout' | 'cancelled' | 'missing' | 'crashed';
  readonly exitCode: number | null;
  /** The last lines that the runner wrote, bounded and without control characters. */
  readonly outputTail: string;
  readonly failedTests: readonly string[];
  /** Files or packages that could not be loaded or built. */
  readonly failedFiles: readonly string[];
  readonly failed: number | undefined;
  readonly total: number | undefined;
  readonly version: string | undefined;
  readonly elapsedMs: number;
}

/** The progress of a test run. */
export interface RunProgress {
  readonly elapsedMs: number;
  /** The last line that the runner wrote, shortened. */
  readonly line: string;
}
