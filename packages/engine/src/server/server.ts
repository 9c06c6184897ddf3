import type { CallFacts, Dialect, JsonObject, JsonSchema, Outcome, Registry, Subject } from '@recourse/contract';
import type { ResultAdditions, ToolResult } from '@recourse/contract/mcp';
import type { Caller, CallRequest, Principal } from '../call/call.ts';
import type { ClientUse } from '../client/client-use.ts';
import type { Sharing } from '../sharing/sharing.ts';
import type { Refusal } from '../stages/record/record-refusal.ts';
import type { ParamHeader } from '../tool/param-headers.ts';
import type { Change, Changes } from './changes.ts';
import type { ContractDescription } from './contract-description.ts';
import type { Prompt } from './prompt.ts';
import type { Resource, ResourceTemplate } from './resource.ts';

/** One entry of `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: JsonObject;
}

/** How calls of a tool become tasks. */
export interface ToolTask {
  /** The argument that is the idempotency key, where the tool has one. */
  readonly keyArgument?: string;
}

/** A server without a transport: everything that a front door needs. */
export interface Server {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string;
  readonly registry: Registry;
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  readonly prompts: readonly Prompt[];
  /** Whether a caller may see a resource; `owner` is absent if it is for everyone. */
  sees(reader: Principal | undefined, owner: string | undefined): boolean;
  /** Whether a change affects what a caller can see or call. */
  concerns(reader: Principal | undefined, change: Change): boolean;
  /** The parts that may change, and how a front door is notified. */
  readonly changes: Pick<Changes, 'announced' | 'subscribe'>;
  /** Notifies clients of a change: `notify('tools')`, `notify({ resource: uri })`. */
  notify(change: Change): void;
  /** The ways in which the server's handlers use its clients. */
  readonly clientUses: ReadonlySet<ClientUse>;
  /** The value of `capabilities.extensions`. */
  readonly extensions: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  dialect(): Promise<Dialect>;
  /** Lists the tools that a principal may call; without one, those that some caller may call. */
  listTools(reader?: Principal): Promise<readonly ListedTool[]>;
  /** Describes everything that such a list omits: all properties of the codes, and the complete outputs. */
  describeContract(reader?: Principal): Promise<ContractDescription>;
  /**
   * Identifies a caller, for a front door that must know before there is a call. Undefined if the caller is unknown.
   */
  identify(caller: Caller): Promise<Principal | undefined> | Principal | undefined;
  /** Whether callers on other machines could have a key; without one, the server does not listen for them. */
  hasKeys(): Promise<boolean>;
  /** The arguments of a tool that a caller over HTTP repeats in headers. */
  readonly paramHeaders: (tool: unknown) => readonly ParamHeader[];
  /** Whether the handler of a tool uses the client while it runs: such a call needs a connection back to it. */
  readonly asksClient: (tool: unknown) => boolean;
  /** Whether calls of some tool may become tasks. */
  readonly hasTasks: boolean;
  /** How calls of a tool become tasks; undefined if none of them does. */
  readonly taskOf: (tool: unknown) => ToolTask | undefined;
  /** The thing that a call is about, for a door that refuses it. Nothing in the arguments has been checked. */
  readonly subjectOf: (tool: unknown, args: unknown) => Subject | undefined;
  /** Runs a call through the whole pipeline. Never throws. */
  call(request: CallRequest): Promise<Outcome>;
  /** An outcome as the result of `tools/call` in the server's dialect; `startedAt` is by the server's clock. */
  render(outcome: Outcome, request: CallRequest, startedAt: number): Promise<ToolResult>;
  /** The same as JSON, with the members that the wire adds; synchronous if the dialect is loaded. */
  renderText(
    outcome: Outcome,
    request: CallRequest,
    startedAt: number,
    additions?: ResultAdditions,
  ): Promise<string> | string;
  /** The facts that a dialect may write about a call besides its outcome. */
  facts(outcome: Outcome, request: CallRequest, startedAt: number): CallFacts;
  /** Calls and renders. */
  respond(request: CallRequest): Promise<ToolResult>;
  /** The clock of the server. */
  now(): number;
  /** The ports that the processes of one installation share, for front doors. */
  readonly sharing: Sharing;
  /** Records a refusal by a front door. */
  recordRefusal(refusal: Refusal): void;
}
