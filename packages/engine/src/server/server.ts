import type { CallFacts, Dialect, JsonObject, JsonSchema, Outcome, Registry } from '@recourse/contract';
import type { ToolResult } from '@recourse/contract/mcp';
import type { Caller, CallRequest, Principal } from '../call/call.ts';
import type { Refusal } from '../stages/record/record-refusal.ts';

/** One entry of `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: JsonObject;
  readonly _meta: JsonObject;
}

/** A document that a client may read. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  read(): Promise<string> | string;
}

/** A text that a client may offer to its user. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly { readonly name: string; readonly description?: string; readonly required?: boolean }[];
  render(args: Readonly<Record<string, string>>): Promise<string> | string;
}

/** A server, with no wire yet: everything that a front door needs. */
export interface Server {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string;
  readonly registry: Registry;
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  /** What `capabilities.extensions` announces. */
  readonly extensions: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  dialect(): Promise<Dialect>;
  listTools(): Promise<readonly ListedTool[]>;
  /** Who a caller is, for a door that must know before there is a call. Nothing means: nobody that we know. */
  identify(caller: Caller): Promise<Principal | undefined> | Principal | undefined;
  /** Whether the handler of a tool asks the client something itself: such a call needs a line back to it. */
  readonly asksClient: (tool: unknown) => boolean;
  /** Runs a call through the whole pipeline. Never throws. */
  call(request: CallRequest): Promise<Outcome>;
  /** An outcome as the result of `tools/call` in the server's dialect; `startedAt` is by the server's clock. */
  render(outcome: Outcome, request: CallRequest, startedAt: number): Promise<ToolResult>;
  /** What a dialect may say about a call besides its outcome. */
  facts(outcome: Outcome, request: CallRequest, startedAt: number): CallFacts;
  /** Calls and renders. */
  respond(request: CallRequest): Promise<ToolResult>;
  /** The clock that the server goes by. */
  now(): number;
  /** Puts on record what a front door refused itself. */
  recordRefusal(refusal: Refusal): void;
}
