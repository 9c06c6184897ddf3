import type { DialectName } from '@recourse/contract';
import type { Wire } from './calling/wire.ts';
import type { KnownTools } from './known-tools.ts';
import { factsOf } from './server-facts.ts';
import type { ServerFacts } from './server-facts.ts';
import type { ToolRequest } from './strategies/strategy.ts';
import { toolPages } from './tool-pages.ts';

/** What is used of an SDK client, of either generation. */
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

/** What follows the parameters of `callTool`: options, and in the first generation a result schema before them. */
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

/** One call of the caller's by an SDK client. A class, because every call makes one and most use little of it. */
export class SdkWire implements Wire {
  private client: ToolClient;
  private facts: ServerFacts;
  /** The client by which the tools could not be listed, and nothing has been answered since. */
  private unlisted: ToolClient | undefined;
  private readonly rest: Rest;
  private readonly tools: KnownTools;
  private readonly connectAgain: ((lost: ToolClient) => Promise<ToolClient>) | undefined;

  constructor(
    client: ToolClient,
    rest: Rest,
    tools: KnownTools,
    connectAgain: ((lost: ToolClient) => Promise<ToolClient>) | undefined,
  ) {
    this.client = client;
    this.facts = factsOf(client);
    this.rest = rest;
    this.tools = tools;
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

  call(request: ToolRequest, leftMs: number): Promise<unknown> {
    const { before, options } = this.rest;
    const { timeout = sdkTimeoutMs, maxTotalTimeout = Infinity } = options;
    const bounded = {
      ...options,
      timeout: Math.min(timeout, leftMs),
      // Progress may prolong an answer, but not past the budget.
      maxTotalTimeout: Math.min(maxTotalTimeout, leftMs),
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
    return this.tools.readsFor(tool);
  }

  async isRead(tool: string, withinMs: number): Promise<boolean> {
    const known = this.tools.readsFor(tool);
    if (known !== undefined) return known;
    // A server that has not listed them will not do so a moment later, before it has answered anything else.
    if (this.unlisted === this.client || withinMs <= 0) return false;
    try {
      const options = { timeout: Math.min(listTimeoutMs, withinMs), signal: this.rest.options.signal };
      for await (const page of toolPages(this.client, options)) {
        this.tools.learn(page);
        if (this.tools.readsFor(tool) !== undefined) break;
      }
    } catch {
      // What cannot be found out is taken for a write.
      this.unlisted = this.client;
    }
    return this.tools.readsFor(tool) ?? false;
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
