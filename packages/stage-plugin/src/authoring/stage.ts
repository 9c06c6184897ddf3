import type { PluginSession } from './session.ts';

/** A call of a tool that has ended. Arguments and answer are without secrets. */
export interface ObservedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly sessionId: string | undefined;
  readonly startedAt: string;
  readonly elapsedMs: number;
}

/** A part of a file, in bytes. */
export interface PluginRange {
  readonly offset: number;
  readonly length: number;
}

/** A file or folder of an app. */
export interface PluginAppFile {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
  readonly isExecutable: boolean;
}

/** The stage, as a plugin sees it. A method throws StageRefusedError if the plugin lacks the capability. */
export interface PluginStage {
  /** The live sessions. */
  sessions(): Promise<readonly PluginSession[]>;
  /** Calls the listener when a session has ended. */
  onSessionEnd(listener: (sessionId: string) => void): void;
  /** Masks secrets: a whole string if its name is that of a secret, and whatever looks like one in other strings. */
  mask(texts: readonly { readonly name: string; readonly text: string }[]): Promise<readonly string[]>;
  /** Files in the plugin's own folder, by relative paths. */
  readonly files: {
    read(path: string): Promise<Uint8Array>;
    write(path: string, data: Uint8Array | string): Promise<{ readonly path: string }>;
    list(path: string): Promise<readonly string[]>;
  };
  /** Files of apps in the operator's folders, by absolute paths. */
  readonly apps: {
    /** Reads a file of at most 16 MB, or a part of a larger one. */
    read(path: string, range?: PluginRange): Promise<Uint8Array>;
    list(path: string): Promise<readonly PluginAppFile[]>;
    /** The offsets of a string in a file: the first 16. */
    search(path: string, text: string): Promise<readonly number[]>;
    /** The SHA-256 of up to 1,000 parts of a file, in hexadecimal digits. */
    hash(path: string, ranges: readonly PluginRange[]): Promise<readonly string[]>;
  };
  /** The calls of other tools. */
  readonly calls: {
    /**
     * Calls the listener when a call has ended. With `hold`, the answer waits until the listener has settled, at most
     * five seconds, so that the next call of the agent comes after it.
     */
    observe(
      listener: (call: ObservedCall) => unknown,
      options?: { readonly hold?: boolean },
    ): Promise<() => Promise<void>>;
    /** Calls a tool as the caller of this tool, through every check, and returns the envelope of its answer. */
    make(tool: string, args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  };
}
