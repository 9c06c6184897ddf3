/** A position in a source file, as editors count: from one, with columns in UTF-16 units. */
export interface Place {
  /** Relative to the working directory, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The npm package that a file belongs to. */
export interface OwningPackage {
  readonly directory: string;
  readonly name: string;
}

/** The key of a code and what the rules ask of its row. */
export interface KnownCode {
  /** Null for a set without one, undefined if it cannot be read without running the code. */
  readonly namespace: string | null | undefined;
  readonly code: string;
  readonly kind: string | null;
  readonly reserved: boolean;
}

/** A row of a registry in the scanned sources. */
export interface DeclaredCode extends KnownCode {
  readonly place: Place;
  readonly owner: OwningPackage | null;
}

/** A literal that leaves the program as the code of a failure or warning. */
export interface ProducedCode {
  readonly place: Place;
  /** As written: `CODE` or `<plugin>.CODE`. */
  readonly code: string;
  readonly how: 'call' | 'envelope' | 'definition';
  /** In a file that only shows what an answer looks like: the code must exist, and that is all. */
  readonly shown: boolean;
  readonly owner: OwningPackage | null;
}

/** How a tool's handler makes failures with a code. */
export interface ToolCodeUse {
  /** The first place at which it does, or the first that answers. */
  readonly place: Place;
  /** The failure is the tool's answer; one that is only made on the way there need not be declared. */
  readonly answers: boolean;
}

/** A tool or an operation of which both sides can be read. */
export interface DeclaredTool {
  /** Null if it is put together at run time. */
  readonly name: string | null;
  readonly errors: readonly { readonly code: string; readonly place: Place }[];
  /** By code. Tools that share a handler share the map. */
  readonly used: ReadonlyMap<string, ToolCodeUse>;
  /** Whether the handler can use no other code. */
  readonly complete: boolean;
}

/** Something that only running the program would tell. No mistake, but the rules cannot see through it. */
export interface Unresolved {
  readonly place: Place;
  readonly rule: 'dynamic-code' | 'dynamic-declaration' | 'dynamic-tool';
  readonly message: string;
  readonly owner: OwningPackage | null;
}

/** A file or directory that was found and not understood. */
export interface Unread {
  readonly place: Place;
  readonly reason: string;
}

/** Everything that the rules may know. A rule cannot depend on anything else. */
export interface Facts {
  /** The scanned directories, as given. */
  readonly directories: readonly string[];
  /** How many files were read. */
  readonly files: number;
  /** The limit that ended the search early, or null when every file was found. */
  readonly stoppedAfter: number | null;
  /** The codes of @recourse/contract, which any package may fail with. */
  readonly builtIn: readonly KnownCode[];
  readonly declared: readonly DeclaredCode[];
  readonly produced: readonly ProducedCode[];
  readonly tools: readonly DeclaredTool[];
  /** By package directory: literals that a call with a code chosen at run time may be given. */
  readonly mentioned: ReadonlyMap<string | null, ReadonlySet<string>>;
  /** Codes that a dialect shows in place of others: no tool fails with them, but callers still see them. */
  readonly rendered: ReadonlySet<string>;
  readonly unresolved: readonly Unresolved[];
  readonly unread: readonly Unread[];
  readonly tooLarge: readonly Unread[];
}

/** The facts of one file. */
export type FileFacts = Pick<Facts, 'declared' | 'produced' | 'tools' | 'unresolved' | 'unread'> & {
  readonly mentioned: ReadonlySet<string>;
  readonly rendered: ReadonlySet<string>;
};
