import type { DialectName, Outcome } from '@recourse/contract';
import { loadDialect } from '@recourse/contract/dialects';
import { contractExtensionKey, toCallToolResult } from '@recourse/contract/mcp';
import { createClock } from '@recourse/testkit';
import type { RecoveringOptions, ToolCall } from '../recovering.ts';
import { recovering } from '../recovering.ts';

/** An answer of a scripted client: an outcome in its dialect, a result as it is, or an error that it throws. */
export type Scripted = Outcome | { readonly result: unknown } | { readonly thrown: unknown };

export interface ScriptedOptions {
  readonly dialect?: DialectName;
  readonly announced?: boolean;
  /** The tools, and whether they only read. */
  readonly tools?: Readonly<Record<string, boolean>>;
  /** The schemas of arguments, by tool. */
  readonly schemas?: Readonly<Record<string, object>>;
}

type Options = RecoveringOptions<ReturnType<typeof scriptedClient>>;

const scriptedClient = (
  answer: (call: ToolCall, index: number) => Scripted,
  { dialect = 'recourse', announced = true, tools = {}, schemas = {} }: ScriptedOptions,
) => {
  const sent: ToolCall[] = [];
  return {
    sent,
    listen: () => undefined,
    getServerVersion: () => ({ name: 'scripted', version: '1' }),
    getServerCapabilities: () => (announced ? { extensions: { [contractExtensionKey]: { version: 1, dialect } } } : {}),
    listTools: () =>
      Promise.resolve({
        tools: Object.entries(tools).map(([name, readOnlyHint]) => ({
          name,
          annotations: { readOnlyHint },
          inputSchema: schemas[name] ?? { type: 'object' },
        })),
      }),
    callTool: async (call: ToolCall, _options?: object): Promise<unknown> => {
      sent.push(call);
      const scripted = answer(call, sent.length - 1);
      if ('thrown' in scripted) throw scripted.thrown;
      if ('result' in scripted) return scripted.result;
      return toCallToolResult(scripted, await loadDialect(dialect));
    },
  };
};

/** A recovering client whose server goes by a script, and whose time is a clock's: sleeping moves it on. */
export const createScripted = (
  script: readonly Scripted[] | ((call: ToolCall, index: number) => Scripted),
  options: Options = {},
  server: ScriptedOptions = {},
) => {
  const clock = createClock();
  const slept: number[] = [];
  const last = (index: number): Scripted => {
    const found = typeof script === 'function' ? undefined : (script[index] ?? script[script.length - 1]);
    if (found === undefined) throw new Error('The script is empty');
    return found;
  };
  const answer = typeof script === 'function' ? script : (_: ToolCall, index: number) => last(index);
  const client = scriptedClient(answer, server);
  let keys = 0;
  const wrapped = recovering(client, {
    now: clock.now,
    random: () => 0.5,
    sleep: (ms) => {
      slept.push(ms);
      clock.advance(ms);
      return Promise.resolve();
    },
    createKey: () => `key-${(keys += 1)}`,
    ...options,
  });
  return { client: wrapped, raw: client, sent: client.sent, clock, slept };
};
