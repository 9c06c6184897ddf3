import type { JsonObject } from '@recourse/contract';
import type { Surroundings } from '../surroundings.ts';

/** The scope of an entry: this folder, or all folders of this user. */
export const scopes = ['project', 'user'] as const;
export type Scope = (typeof scopes)[number];

/** A server that the client starts. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables that it is to get; only their names are known here. */
  readonly variables: readonly string[];
}

/** A server that runs already. */
interface Address {
  readonly url: string;
  /** The environment variable with the caller's key. */
  readonly keyVariable?: string;
}

export interface ClientEntry {
  readonly value: JsonObject;
  /** The value that the client asks the user for, where entries refer to answers. */
  readonly input?: ClientInput;
  /** Notes for the user about the entry. */
  readonly notes: readonly string[];
}

interface ClientInput extends JsonObject {
  readonly id: string;
}

/** A program that uses MCP servers, and how its file says which. */
export interface Client {
  /** As it is called on the command line. */
  readonly name: string;
  /** As its makers call it. */
  readonly title: string;
  /** The scopes that it has, the usual one first. */
  readonly scopes: readonly Scope[];
  file(scope: Scope, surroundings: Surroundings): string;
  /** The key in the file that holds the entries. */
  readonly section: 'mcpServers' | 'servers';
  /** Whether it reads a file with comments and trailing commas. */
  readonly comments: boolean;
  /** Whether it starts the servers of this scope in the folder of the project. */
  startsInProject(scope: Scope): boolean;
  stdio(launch: Launch): ClientEntry;
  /** Absent if its file takes no addresses; `instead` says what to do then. */
  http?(address: Address): ClientEntry;
  readonly instead?: string;
  /** What to do now that the file has changed. */
  next(scope: Scope): string;
}
