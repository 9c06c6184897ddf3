import type { AdapterSettings, Server, ServerOptions } from '@recourse/engine';

/** Short strings that a server keeps between processes. Only a holder of the installation's key can write one. */
export interface Notes {
  put(name: string, text: string): Promise<void>;
  /** Undefined if there is none, or if it was changed without the key. */
  get(name: string): Promise<string | undefined>;
}

/** The operator's settings for a server when it starts. */
export interface ServerSetting {
  /** The operator's policy, limits, stores, identity and record. */
  readonly options: Partial<ServerOptions>;
  /** The operator's settings for adapters of REST APIs, by the name of the adapter. */
  readonly adapters?: Readonly<Record<string, AdapterSettings>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The notes of a topic, such as one kind of record of one server. Without it, a server keeps them in memory. */
  readonly notes?: (topic: string) => Notes;
  /** Prints a line for the operator. */
  readonly notify: (line: string) => void;
}

/** A started server, and what has to be closed with it. */
export interface StartedServer {
  readonly server: Server;
  close?(): Promise<void>;
}

/** A server that `recourse serve` can start by name. */
export interface ServerEntry {
  readonly name: string;
  start(setting: ServerSetting): Promise<StartedServer>;
}
