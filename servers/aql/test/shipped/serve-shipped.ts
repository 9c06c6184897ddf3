import { readFileSync } from 'node:fs';
import type { JsonObject } from '@recourse/contract';
import type { AdapterSettings } from '@recourse/engine';
import { linkClient } from '@recourse/testkit';
import { readAdapter } from '../../src/adapter/index.ts';
import type { Adapter, AdapterProblem } from '../../src/adapter/index.ts';
import { createAqlServer } from '../../src/server.ts';
import { createExchange } from '../../src/exchange/index.ts';
import { createAdapterFail } from '../../src/codes.ts';
import type { Wire } from '../world/world.ts';

/** The text of an adapter that we ship. */
export const shippedText = (name: string): string =>
  readFileSync(new URL(`../../adapters/${name}.md`, import.meta.url), 'utf8');

/** An adapter that we ship, as it is read. */
export const readShipped = (name: string): { adapter: Adapter; problems: readonly AdapterProblem[] } => {
  const { adapter, problems } = readAdapter(shippedText(name));
  if (!adapter) throw new Error(`${name}: ${problems.map(({ message }) => message).join('; ')}`);
  return { adapter, problems };
};

export interface Serving {
  /** Calls a tool and returns the envelope. */
  ask(tool: string, args: JsonObject): Promise<Wire>;
  close(): Promise<void>;
}

/** A shipped adapter in front of a real server, and the official client in front of that. */
export const serveShipped = async (
  name: string,
  {
    baseUrl,
    environment = {},
    settings = {},
  }: { baseUrl: string; environment?: Record<string, string>; settings?: AdapterSettings },
): Promise<Serving> => {
  const adapter = { ...readShipped(name).adapter, baseUrl };
  const exchange = createExchange(adapter, { environment, fail: createAdapterFail(adapter) });
  const linked = await linkClient(createAqlServer({ adapter, exchange, settings }));
  return {
    ask: async (tool, args) => (await linked.callTool(tool, args)).structuredContent,
    close: () => linked.close(),
  };
};
