/** What to run. Nothing is added to it: no shell, no variable of this process. */
export interface ChildPlan {
  /** The program, as an absolute path or a name to find on the plan's own PATH. */
  readonly command: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child; see `selectEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Sent to the child's standard input, which is empty otherwise. */
  readonly input?: string;
  /** Confines the child to these files, without a network. Only if `canConfine` says that the machine can. */
  readonly confinement?: Confinement;
}

/**
 * The files of a confined child, as absolute paths without links. Besides them it sees its own program and the programs
 * and libraries of the system and the rules of time zones, all of them read-only, and nothing else of the machine.
 */
export interface Confinement {
  /** Folders that the child may read and write. */
  readonly writable: readonly string[];
}

/** Why a child was ended before it ended by itself. */
export type StopReason = 'timeout' | 'cancelled' | 'output';

/** How a child ended, and the end of what it printed. */
export interface ChildEnd {
  readonly stopped: StopReason | undefined;
  /** True if the program could not be started. */
  readonly unstartable: boolean;
  /** Null after a signal, and for a program that did not start. */
  readonly exitCode: number | null;
  /** The last 64 KiB of both streams, without colours and hidden characters. */
  readonly output: string;
  /** All of standard output; only with `collect`. */
  readonly stdout?: Buffer;
}

/** Reads machine-readable standard output line by line and returns the text for people. */
export interface LineReader {
  readonly line: (line: string) => string;
}

/**
 * How far a child is contained. `namespace`: a pid namespace of its own, so that nothing it starts outlives it, even
 * if this process is killed. `group`: a process group and a mark in the environment, which a hostile child can leave;
 * when the child ends, the environment of every process of the machine is searched for the mark. `trusted`: a process
 * group alone, for programs that never leave theirs. It starts and ends sooner.
 */
export type Containment = 'namespace' | 'group' | 'trusted';

export interface ChildOptions {
  readonly signal?: AbortSignal;
  readonly reader?: LineReader;
  /** Called with the last line, at most twice a second, and every five seconds without output. */
  readonly onLine?: (line: string) => void;
  /** Keeps all of standard output as bytes. A child that prints more is stopped. */
  readonly collect?: { readonly mostBytes: number };
  /** Defaults to the strongest containment of this machine. */
  readonly containment?: Containment;
}
