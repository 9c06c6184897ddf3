/** Where a command reads from and writes to. Tests give their own. */
export interface Io {
  /** Results, as whole lines. With --json, exactly one document. */
  out(text: string): void;
  /** Everything that is not a result, as whole lines. */
  err(text: string): void;
  readonly cwd: string;
  /** True where stdout is a terminal that shows colours. */
  readonly colours: boolean;
  /** The width of the terminal; absent where stdout is none, and lines may be as long as they are. */
  readonly columns?: number;
  /** The environment variables that commands go by. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The clock to go by; the machine's, or that of the store, where it is missing. */
  readonly now?: () => number;
  /** Ends a command that goes on until it is stopped; the process's signals do it where this is missing. */
  readonly signal?: AbortSignal;
  /** What is piped in, for commands that are told to read it. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Asks whoever sits at the terminal for one line; absent where nobody does. Without an answer, undefined. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string | undefined>;
}

/**
 * How a command ends: clean, with findings, because it was called wrongly, or with nothing that could be judged. The
 * others are ends of 'call' alone: somebody has to do something, somebody said no, it was given up, it was taken back.
 */
export const exitCodes = {
  clean: 0,
  findings: 1,
  usage: 2,
  undecided: 3,
  needsPerson: 4,
  denied: 5,
  gaveUp: 6,
  cancelled: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** One verb of the `recourse` command. */
export interface Command {
  /** One word, or two for a verb below another: `codes check`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole help text of the command. */
  readonly help: string;
  run(commandArguments: readonly string[], io: Io): Promise<ExitCode>;
}

/** A wrong call: shown with the way to the help, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What the call points at cannot be read or used: shown as it is, and exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
