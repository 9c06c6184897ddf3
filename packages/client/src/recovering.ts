import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Recovered } from './calling/recovered.ts';
import type { CallOptions } from './calling/episode.ts';
import type { Pending } from './calling/pending.ts';
import { resumePending } from './calling/resume.ts';
import { createSettings, settingsOfCall } from './calling/settings.ts';
import type { CallDecisions, RecoveryOptions } from './calling/settings.ts';
import { createKnownTools } from './known-tools.ts';
import { restOf, SdkWire } from './sdk-wire.ts';
import type { Rest, ToolClient } from './sdk-wire.ts';
import type { ToolRequest } from './strategies/strategy.ts';
import { createTold } from './told.ts';
import { recoverTraced } from './tracing/recover-traced.ts';

export interface RecoveringOptions<Client> extends RecoveryOptions {
  /**
   * Returns a new, connected client after the connection was lost, for example by restarting the server or opening a
   * new session.
   */
  readonly reconnect?: () => Client | Promise<Client>;
}

/** The additional methods of the wrapped client. */
export interface Recovering {
  /** Calls a tool and returns how the call ended. Failures are values; it never throws. */
  recover(params: ToolCall, options?: RecoverCallOptions): Promise<Recovered>;
  /** Resumes a call that waited for a person, with the person's answer. Resuming it again has no second effect. */
  resume(pending: Pending, yes: boolean, options?: RecoverCallOptions): Promise<Recovered>;
  /** Describes what was done for a result that `callTool` returned, or for an error that it threw, and why. */
  explain(answer: unknown): string;
}

/** The parameters of a call. */
export interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

export interface RecoverCallOptions extends CallDecisions {
  /** A name for the intended effect, by which it is recognised after a restart. */
  readonly intent?: string;
  /** The id of this call in an agent's framework; it is in every step and in the trace. */
  readonly toolCallId?: string;
  /** Returns a call that a person has to confirm as `pending`, which this or another process resumes. */
  readonly suspend?: boolean;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  /** Receives the progress that the server reports during an attempt. */
  readonly onprogress?: (progress: CallProgress) => void;
}

/** Progress as MCP reports it. */
export interface CallProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
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
  const tools = createKnownTools(settings.rules.reads, options.trustAnnotations);
  const told = createTold();
  let current = client;
  let connecting: Promise<Client> | undefined;
  const { reconnect } = options;
  // Calls that lost the same connection wait for the same new one.
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

  const run = (params: ToolCall, rest: Rest, call: RunOptions = {}): Promise<Recovered> => {
    const { signal, timeout } = rest.options;
    const { budget, confirm, allow, ...own } = call;
    const decided = settingsOfCall(settings, {
      ...(budget && { budget }),
      ...(confirm && { confirm }),
      ...(allow && { allow }),
    });
    const wire = new SdkWire(current, rest, tools, { checksArguments: options.checkArguments ?? true, connectAgain });
    return recoverTraced(requestOf(params), wire, decided, { ...own, signal, timeoutMs: timeout });
  };
  const own: Recovering & Record<'callTool' | 'listTools', unknown> = {
    recover: (params, { signal, timeout, onprogress, ...call } = {}) =>
      run(params, { ...restOf(current, []), options: requestOptionsOf({ signal, timeout, onprogress }) }, call),
    resume: (pending, yes, { signal, timeout, onprogress, ...call } = {}) =>
      resumePending(pending, yes, { settings, options: call }, (request, more) =>
        run(
          request,
          { ...restOf(current, []), options: requestOptionsOf({ signal, timeout, onprogress }) },
          { ...call, ...more },
        ),
      ),
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

type RunOptions = CallDecisions & Pick<CallOptions, 'intent' | 'toolCallId' | 'suspend' | 'isConfirmed'>;

type ForRequest = { readonly [Name in 'signal' | 'timeout' | 'onprogress']: RecoverCallOptions[Name] | undefined };

const requestOptionsOf = ({ signal, timeout, onprogress }: ForRequest): Rest['options'] => ({
  ...(signal && { signal }),
  ...(timeout !== undefined && { timeout }),
  ...(onprogress && { onprogress }),
});

/** The call as the recovery takes it. */
export const requestOf = (params: ToolCall): ToolRequest => {
  const { name, arguments: args = {}, _meta: meta } = params;
  return meta === undefined || isJsonObject(meta)
    ? ({ ...params, arguments: args } as ToolRequest)
    : { name, arguments: args as JsonObject };
};
