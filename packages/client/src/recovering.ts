import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Recovered } from './calling/recovered.ts';
import { createSettings } from './calling/settings.ts';
import type { RecoveryOptions } from './calling/settings.ts';
import { createKnownTools } from './known-tools.ts';
import { restOf, SdkWire } from './sdk-wire.ts';
import type { Rest, ToolClient } from './sdk-wire.ts';
import type { ToolRequest } from './strategies/strategy.ts';
import { createTold } from './told.ts';
import { recoverTraced } from './tracing/recover-traced.ts';

export interface RecoveringOptions<Client> extends RecoveryOptions {
  /** Brings a new, connected client when the connection is gone: starts the server again, opens a new session. */
  readonly reconnect?: () => Client | Promise<Client>;
}

/** What the wrapped client can do besides. */
export interface Recovering {
  /** Calls a tool and tells how the call ended. Failures are values here; it throws nothing. */
  recover(params: ToolCall, options?: RecoverCallOptions): Promise<Recovered>;
  /** What was done for a result that `callTool` returned, or for an error that it threw, and why. */
  explain(answer: unknown): string;
}

/** The parameters of a call. */
export interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

export interface RecoverCallOptions {
  /** A name of the intended effect; by it the effect is known again after a restart. */
  readonly intent?: string;
  /** How an agent's framework calls this call; it is shown in the trace. */
  readonly toolCallId?: string;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/**
 * The same client, whose `callTool` recovers: what a failure says to do is done, as far as it is safe and the caller
 * allows it. Its signature and everything else of the client stay as they are. Works with clients of SDK v2 and v1.
 */
export const recovering = <Client extends ToolClient>(
  client: Client,
  options: RecoveringOptions<Client> = {},
): Client & Recovering => {
  const settings = createSettings(options);
  const tools = createKnownTools(options.reads ?? [], options.trustAnnotations ?? true);
  const told = createTold();
  let current = client;
  let connecting: Promise<Client> | undefined;
  const { reconnect } = options;
  // Several calls that lost the same connection wait for the same new one.
  const connectAgain =
    reconnect &&
    (async (lost: ToolClient): Promise<Client> => {
      if (current !== lost) return current;
      connecting ??= Promise.resolve()
        .then(reconnect)
        .finally(() => {
          connecting = undefined;
        });
      current = await connecting;
      tools.forget();
      settings.loops.lift();
      return current;
    });

  const run = (params: ToolCall, rest: Rest, intent?: string, toolCallId?: string): Promise<Recovered> => {
    const { signal, timeout } = rest.options;
    const wire = new SdkWire(current, rest, tools, connectAgain);
    return recoverTraced(requestOf(params), wire, settings, { intent, toolCallId, signal, timeoutMs: timeout });
  };
  const own: Recovering & Record<'callTool' | 'listTools', unknown> = {
    recover: (params, { intent, toolCallId, ...requestOptions } = {}) =>
      run(params, { ...restOf(current, []), options: requestOptions }, intent, toolCallId),
    explain: told.explain,
    callTool: async (params: ToolCall, ...rest: readonly unknown[]): Promise<object> =>
      told.give(await run(params, restOf(current, rest))),
    listTools: async (...args: readonly never[]): Promise<unknown> => {
      const listed = await current.listTools?.(...args);
      if (tools.learn(listed)) settings.loops.lift();
      return listed;
    },
  };
  return new Proxy(client, {
    get: (_, name) => {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const value: unknown = Reflect.get(current, name);
      return typeof value === 'function' ? (value.bind(current) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(current, name, value),
    has: (_, name) => Object.hasOwn(own, name) || name in current,
  }) as Client & Recovering;
};

/** The call as the recovery takes it. */
export const requestOf = (params: ToolCall): ToolRequest => {
  const { name, arguments: args = {}, _meta: meta } = params;
  return meta === undefined || isJsonObject(meta)
    ? ({ ...params, arguments: args } as ToolRequest)
    : { name, arguments: args as JsonObject };
};
