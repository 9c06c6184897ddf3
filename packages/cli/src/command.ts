import type { AddressOption } from './errors/system-error.ts';
import { exitStatuses } from './exit-statuses.ts';
import type { ExitName } from './exit-statuses.ts';

/** The input and output of a command. Tests pass their own. */
export interface Io {
  /** Results, as whole lines. With --json, exactly one document. */
  out(text: string): void;
  /** Everything that is not a result, as whole lines. */
  err(text: string): void;
  readonly cwd: string;
  /** Whether stdout is a terminal that shows colours. */
  readonly colours: boolean;
  /** The width of the terminal; absent if stdout is not a terminal, and lines are not cut. */
  readonly columns?: number;
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The clock; the default is the clock of the machine or of the store. */
  readonly now?: () => number;
  /** Stops a command that runs until it is stopped; the default is SIGINT and SIGTERM. */
  readonly signal?: AbortSignal;
  /** Standard input, for commands that read it. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Asks the person at the terminal for one line; absent without a terminal. Undefined without an answer. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** The exit status of each end of a command, by its name in the table of exit statuses. */
export const exitCodes = Object.fromEntries(
  Object.entries(exitStatuses).map(([name, { status }]) => [name, status]),
) as { readonly [Name in ExitName]: (typeof exitStatuses)[Name]['status'] };
export type ExitCode = (typeof exitCodes)[ExitName];

/** Runs a command with the arguments behind its name. */
export type Run = (commandArguments: readonly string[], io: Io) => Promise<ExitCode>;

/**
 * One row of the table of commands. A row holds no code: help is loaded when it is shown, and a command when it
 * runs, so that no command loads code that only another one needs.
 */
export interface Command {
  /** One word, or two for a verb below another: `codes check`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The option with the address that the command listens on, for hints about addresses. */
  readonly listensWith?: AddressOption;
  /** Loads the help text. */
  help(): Promise<{ readonly help: string }>;
  /** Loads the command itself. */
  load(): Promise<{ readonly run: Run }>;
}
