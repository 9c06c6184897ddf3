import type { DialectName, Failure } from '@recourse/contract';
import type { Wire } from './calling/wire.ts';
import { learnTools } from './known-tools.ts';
import type { KnownTools } from './known-tools.ts';
import { findProblems } from './schema/find-problems.ts';
import { refuseArguments } from './schema/refuse-arguments.ts';
import { refuseTool } from './schema/refuse-tool.ts';
import { asSent } from './schema/as-sent.ts';
import { factsOf } from './server-facts.ts';
import type { ServerFacts } from './server-facts.ts';
import type { ToolRequest } from './strategies/strategy.ts';
import { toolPages } from './tool-pages.ts';

/** The parts of an SDK client that are used, of either generation. */
export interface ToolClient {
  callTool(params: never, ...rest: never[]): Promise<unknown>;
  listTools?(params?: never, options?: never): Promise<unknown>;
  getServerCapabilities?(): unknown;
  getServerVersion?(): unknown;
}

/** Options of a request, as both generations have them. */
interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly maxTotalTimeout?: number;
  readonly resetTimeoutOnProgress?: boolean;
}

/**
 * The arguments after the parameters of `callTool`: options, and in the first generation a result schema before them.
 */
export interface Rest {
  readonly before: readonly unknown[];
  readonly options: RequestOptions;
}

/** How long the SDK waits for an answer unless told otherwise. */
const sdkTimeoutMs = 60_000;
const listTimeoutMs = 10_000;
const noRest: Rest = { before: [], options: {} };

/** Finds the options among the arguments. The second generation alone has `listen`. */
export const restOf = (client: ToolClient, rest: readonly unknown[]): Rest => {
  if (rest.length === 0) return 'listen' in client ? noRest : { before: [undefined], options: {} };
  if (rest.length > 1 || isSchema(rest[0])) return { before: [rest[0]], options: rest[1] ?? {} };
  return { before: [], options: rest[0] ?? {} };
};

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('parse' in value || '_zod' in value || '_def' in value);

interface SdkWireOptions {
  /** Whether calls of servers that do not know the contract are compared with their list of tools. */
  readonly checksArguments: boolean;
  readonly connectAgain: ((lost: ToolClient) => Promise<ToolClient>) | undefined;
}

/** One call by an SDK client. A class, because every call makes one and most use little of it. */
export class SdkWire implements Wire {
  private client: ToolClient;
  private facts: ServerFacts;
  /** The client by which the tools could not be listed, and nothing has been answered since. */
  private unlisted: ToolClient | undefined;
  private readonly rest: Rest;
  private readonly tools: KnownTools;
  private readonly checksArguments: boolean;
  private readonly connectAgain: ((lost: ToolClient) => Promise<ToolClient>) | undefined;

  constructor(client: ToolClient, rest: Rest, tools: KnownTools, { checksArguments, connectAgain }: SdkWireOptions) {
    this.client = client;
    this.facts = factsOf(client);
    this.rest = rest;
    this.tools = tools;
    this.checksArguments = checksArguments;
    this.connectAgain = connectAgain;
  }

  get server(): string {
    return this.facts.name;
  }

  get announced(): boolean {
    return this.facts.announced;
  }

  get dialect(): DialectName | undefined {
    return this.facts.dialect;
  }

  get connection(): object {
    return this.client;
  }

  call(request: ToolRequest, timeoutMs: number, longestMs: number): Promise<unknown> {
    const { before, options } = this.rest;
    const { timeout = sdkTimeoutMs, maxTotalTimeout = Infinity } = options;
    const bounded = {
      ...options,
      timeout: Math.min(timeout, timeoutMs),
      // Progress may prolong an answer, but not past the budget.
      maxTotalTimeout: Math.min(maxTotalTimeout, longestMs),
    };
    const client = this.client as { callTool(...args: readonly unknown[]): Promise<unknown> };
    const answer = client.callTool(request, ...before, bounded);
    return this.unlisted ? answer.then((result) => this.answered(result)) : answer;
  }

  private answered(result: unknown): unknown {
    this.unlisted = undefined;
    return result;
  }

  readsFor(tool: string): boolean | undefined {
    return this.tools.readsFor(tool, this.facts.announced);
  }

  /** A tool that is not listed counts as a write. */
  async isRead(tool: string, withinMs: number): Promise<boolean> {
    const known = this.readsFor(tool);
    if (known !== undefined) return known;
    await this.list(tool, withinMs);
    return this.readsFor(tool) ?? false;
  }

  refuse(request: ToolRequest, withinMs: number): Promise<Failure | undefined> | undefined {
    if (!this.checksArguments || this.facts.announced) return undefined;
    return this.tools.has(request.name) && !this.findProblem(request) ? undefined : this.refuseNow(request, withinMs);
  }

  /** A list that was read a while ago may be out of date: nothing is refused by it. */
  private async refuseNow(request: ToolRequest, withinMs: number): Promise<Failure | undefined> {
    const listed = await this.list(request.name, withinMs);
    if (!listed) return undefined;
    if (listed.includes(request.name)) return this.findProblem(request);
    return listed.length === 0 ? undefined : refuseTool(request.name, listed);
  }

  private findProblem({ name, arguments: args }: ToolRequest): Failure | undefined {
    const schema = this.tools.schemaOf(name);
    if (!schema || findProblems(schema, args).length === 0) return undefined;
    // A value such as a date is another one once it is sent. The SDK rejects values that cannot be sent.
    const sent = asSent(args);
    const problems = sent === undefined ? [] : findProblems(schema, sent);
    return problems.length > 0 ? refuseArguments(name, problems) : undefined;
  }

  /** Lists the tools up to the one that is wanted. Returns their names, or undefined if they cannot be listed. */
  private async list(wanted: string, withinMs: number): Promise<readonly string[] | undefined> {
    // A server that has not listed them will not do so a moment later, before it has answered anything else.
    if (this.unlisted === this.client || withinMs <= 0) return undefined;
    try {
      const options = { timeout: Math.min(listTimeoutMs, withinMs), signal: this.rest.options.signal };
      return await learnTools(this.tools, toolPages(this.client, options), wanted);
    } catch {
      this.unlisted = this.client;
      return undefined;
    }
  }

  get reconnect(): (() => Promise<void>) | undefined {
    const { connectAgain } = this;
    return (
      connectAgain &&
      (async () => {
        this.client = await connectAgain(this.client);
        this.facts = factsOf(this.client);
      })
    );
  }
}
