import type { LineReader } from '@recourse/sandbox';
import type { ProfileFormat } from '../../profile/coverage.ts';
import type { FlagRule, Meaning, ShortForms } from '../input/flag-rule.ts';
import type { FoundRunner, Rejection, RunnerName, RunResult } from '../plan.ts';

/** The caller's judged arguments, in the runner's spelling. */
export interface Wishes {
  readonly run: string | undefined;
  readonly tags: readonly string[];
  readonly race: boolean;
  readonly short: boolean;
  readonly verbose: boolean;
  /** Flags in the spelling of their rules. */
  readonly flags: readonly string[];
  /** Test files, folders or packages, as `select` wrote them. */
  readonly selection: readonly string[];
  /** Changed files, relative to the root. */
  readonly changed: readonly string[];
}

/** The folder for the files of a run: one of our own, inside the root. */
interface RunFolder {
  readonly root: string;
  readonly folder: string;
}

/** The traces of a finished run. */
export interface Remains {
  readonly exitCode: number | null;
  /** The end of the output, without control characters. */
  readonly output: string;
  /** The machine-readable results, where the runner wrote them. */
  readonly results: string | undefined;
  /** Events collected from standard output during the run. */
  readonly events: unknown;
  readonly root: string;
}

export type Ending = Pick<RunResult, 'end' | 'failedTests' | 'failedFiles' | 'failed' | 'total'>;

/** Reads machine-readable standard output line by line, returns the text for people and keeps the events. */
export interface OutputReader extends LineReader {
  readonly events: unknown;
}

/** One runner: what may be said to it, how it is said, and how its end is read. */
export interface Runner {
  readonly name: RunnerName;
  readonly flags: readonly FlagRule[];
  readonly shortForms?: ShortForms;
  /** Which of the fields it can express. The others are refused; tags are left out with a warning. */
  readonly expresses: readonly Meaning[];
  /** Why a filter on test names is invalid for this runner. Without it every pattern is valid. */
  readonly judgeRun?: (value: string) => string | undefined;
  /** Where the profile is in the folder of a run. */
  readonly profile: { readonly file: string; readonly format: ProfileFormat };
  /** The file of machine-readable results in the same folder. */
  readonly results?: string;
  /** Judges a test file, folder or package that a caller named, and writes it as an argument. */
  readonly select: (field: string, value: string, root: string) => Promise<readonly string[] | Rejection>;
  /** Everything behind the base of the found runner. */
  readonly arguments: (wishes: Wishes, folder: RunFolder, found: FoundRunner) => readonly string[];
  readonly environment?: (folder: RunFolder) => Readonly<Record<string, string>>;
  readonly readOutput?: () => OutputReader;
  readonly ending: (remains: Remains) => Ending;
}
