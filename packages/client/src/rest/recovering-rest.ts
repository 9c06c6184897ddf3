import type { CallOptions } from '../calling/episode.ts';
import { resumePending } from '../calling/resume.ts';
import { createSettings, settingsOfCall } from '../calling/settings.ts';
import type { RecoveryOptions } from '../calling/settings.ts';
import type { Recovered } from '../calling/recovered.ts';
import type { Wire } from '../calling/wire.ts';
import { createKnownTools } from '../known-tools.ts';
import { requestOf } from '../recovering.ts';
import type { RecoverCallOptions, Recovering, ToolCall } from '../recovering.ts';
import { createTold } from '../told.ts';
import { recoverTraced } from '../tracing/recover-traced.ts';
import { headersOf } from './request-headers.ts';
import { openRestDoor } from './rest-door.ts';

export interface RecoveringRestOptions extends RecoveryOptions {
  /** Sent as `Authorization: Bearer …`. */
  readonly key?: string;
}

/** A client for a REST endpoint that recovers like the wrapped SDK clients. */
export interface RecoveringRest extends Recovering {
  /** Calls a tool; the answer has the form of an MCP result. Throws if there is no answer. */
  callTool(params: ToolCall, options?: RecoverCallOptions): Promise<object>;
  /** The tools, as `tools/list` shows them. */
  listTools(options?: Pick<RecoverCallOptions, 'signal' | 'timeout'>): Promise<{ readonly tools: readonly object[] }>;
  /** Closes the open connections. */
  close(): void;
}

/** How long to wait for one answer by default; the same as in the SDK's clients. */
const usualTimeoutMs = 60_000;
const listTimeoutMs = 10_000;

/**
 * A client of the tools below `<address>/tools`, as `recourse serve --http` has them for each server. Failures are read
 * from problem details, envelopes and headers; what they say is done as over MCP. The tools are listed before the
 * first call: the list says which of them read, and whether the door keeps to keys.
 */
export const recoveringRest = (address: string | URL, options: RecoveringRestOptions = {}): RecoveringRest => {
  const { key, trustAnnotations, now = Date.now } = options;
  const settings = createSettings(options);
  const tools = createKnownTools(settings.rules.reads, trustAnnotations);
  const door = openRestDoor(address, { key, tools, now });
  const told = createTold();

  const run = async (
    params: ToolCall,
    { signal, timeout, budget, confirm, allow, ...own }: RecoverCallOptions & Pick<CallOptions, 'isConfirmed'> = {},
  ): Promise<Recovered> => {
    const decided = settingsOfCall(settings, {
      ...(budget && { budget }),
      ...(confirm && { confirm }),
      ...(allow && { allow }),
    });
    const learn = (withinMs: number): Promise<void> =>
      door.learn({ timeoutMs: Math.min(listTimeoutMs, withinMs), signal });
    await learn(timeout ?? settings.budgetMs);
    const readsFor = (tool: string): boolean | undefined => tools.readsFor(tool, door.facts.announced);
    const wire: Wire = {
      server: door.address,
      get announced() {
        return door.facts.announced;
      },
      get dialect() {
        return door.facts.dialect;
      },
      call: async ({ name, arguments: args, _meta: meta }, leftMs) =>
        door.call(name, JSON.stringify(args), headersOf(meta), {
          timeoutMs: Math.min(timeout ?? usualTimeoutMs, leftMs),
          signal,
        }),
      readsFor,
      isRead: async (tool, withinMs) => {
        if (readsFor(tool) === undefined && withinMs > 0) await learn(withinMs);
        return readsFor(tool) ?? false;
      },
      reconnect: undefined,
    };
    return recoverTraced(requestOf(params), wire, decided, { ...own, signal, timeoutMs: timeout });
  };
  return {
    recover: run,
    resume: (pending, yes, callOptions) =>
      resumePending(pending, yes, { settings, options: callOptions }, (request, more) =>
        run(request, { ...callOptions, ...more }),
      ),
    callTool: async (params, callOptions) => told.give(await run(params, callOptions)),
    explain: told.explain,
    listTools: async ({ signal, timeout = listTimeoutMs } = {}) =>
      (await door.list({ timeoutMs: timeout, signal })) as { tools: readonly object[] } & object,
    close: () => door.close(),
  };
};
