import { isJsonObject } from '@recourse/contract';
import type { DialectName, JsonObject } from '@recourse/contract';
import { dialectNames } from '@recourse/contract/dialects';
import { contractExtensionKey } from '@recourse/contract/mcp';
import type { Wire } from './calling/wire.ts';
import type { KnownTools } from './known-tools.ts';

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
  readonly options: RequestOptions;
  /** The same arguments, with other options. */
  with(options: RequestOptions): readonly unknown[];
}

/** How long the SDK waits for an answer unless told otherwise. */
const sdkTimeoutMs = 60_000;
const listTimeoutMs = 10_000;

/** Finds the options among the arguments. The second generation alone has `listen`. */
export const restOf = (client: ToolClient, rest: readonly unknown[]): Rest => {
  const isFirstGeneration = rest.length > 1 || isSchema(rest[0]) || (rest.length === 0 && !('listen' in client));
  const options = (isFirstGeneration ? rest[1] : rest[0]) ?? {};
  return { options, with: (others) => (isFirstGeneration ? [rest[0], others] : [others]) };
};

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('parse' in value || '_zod' in value || '_def' in value);

/** The calls of one client, as the recovery makes them. */
export const createSdkWire = (
  client: ToolClient,
  rest: Rest,
  tools: KnownTools,
  reconnect: (() => Promise<ToolClient>) | undefined,
): Wire => {
  let current = client;
  let facts = factsOf(client);
  const callTool = (request: unknown, options: RequestOptions): Promise<unknown> =>
    (current.callTool as (...args: readonly unknown[]) => Promise<unknown>).call(
      current,
      request,
      ...rest.with(options),
    );
  const isRead = async (tool: string): Promise<boolean> => {
    const known = tools.readsFor(tool);
    if (known !== undefined) return known;
    try {
      const list = current.listTools as ((...args: readonly unknown[]) => Promise<unknown>) | undefined;
      tools.learn(await list?.call(current, undefined, { timeout: listTimeoutMs }));
    } catch {
      // What cannot be found out is taken for a write.
    }
    return tools.readsFor(tool) ?? false;
  };
  return {
    get server() {
      return facts.name;
    },
    get announced() {
      return facts.announced;
    },
    get dialect() {
      return facts.dialect;
    },
    call: (request, leftMs) => {
      const { timeout = sdkTimeoutMs, maxTotalTimeout = Infinity } = rest.options;
      return callTool(request, {
        ...rest.options,
        timeout: Math.min(timeout, leftMs),
        // Progress may prolong an answer, but not past the budget.
        maxTotalTimeout: Math.min(maxTotalTimeout, leftMs),
      });
    },
    readsFor: tools.readsFor,
    isRead,
    reconnect:
      reconnect &&
      (async () => {
        current = await reconnect();
        facts = factsOf(current);
      }),
  };
};

interface ServerFacts {
  readonly name: string;
  readonly announced: boolean;
  readonly dialect: DialectName | undefined;
}

/** Looked up once for each connection: a client has the same capabilities to show as long as it stands. */
const known = new WeakMap<object, ServerFacts>();

/** What a server says of itself: its name, and whether it announces the contract. */
const factsOf = (client: ToolClient): ServerFacts => {
  const capabilities = client.getServerCapabilities?.();
  if (!isJsonObject(capabilities)) return readFacts(client, {});
  const found = known.get(capabilities);
  if (found) return found;
  const facts = readFacts(client, capabilities);
  known.set(capabilities, facts);
  return facts;
};

const readFacts = (client: ToolClient, { extensions }: JsonObject): ServerFacts => {
  const version = client.getServerVersion?.();
  const contract = isJsonObject(extensions) ? extensions[contractExtensionKey] : undefined;
  const name = isJsonObject(version) && typeof version['name'] === 'string' ? version['name'] : '';
  if (!isJsonObject(contract)) return { name, announced: false, dialect: undefined };
  return { name, announced: true, dialect: dialectNames.find((dialect) => dialect === contract['dialect']) };
};
