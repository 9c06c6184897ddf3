import type { AdapterSettings, Server, ServerOptions } from '@recourse/engine';

/** What the operator's side brings to a server that is to be started. */
export interface ServerSetting {
  /** Policy, limits, stores, identity and record, as the operator has configured them. */
  readonly options: Partial<ServerOptions>;
  /** What the operator says about adapters of REST APIs, by the name of the adapter. */
  readonly adapters?: Readonly<Record<string, AdapterSettings>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Tells the operator, on a line of its own, what they should know about this start. */
  readonly notify: (line: string) => void;
}

/** A server that is ready to be served, and what has to end with it. */
export interface StartedServer {
  readonly server: Server;
  close?(): Promise<void>;
}

/** A server that `recourse serve` can start by its name. */
export interface ServerEntry {
  readonly name: string;
  start(setting: ServerSetting): Promise<StartedServer>;
}
