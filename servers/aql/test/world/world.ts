import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { linkClient } from '@recourse/testkit';
import type { CallOptions, Linked } from '@recourse/testkit';
import type { Adapter } from '../../src/adapter/adapter.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createExchange } from '../../src/exchange/index.ts';
import { createAdapterFail } from '../../src/codes.ts';
import { createAqlServer } from '../../src/server.ts';
import type { AqlServerOptions } from '../../src/server.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { shopAdapter } from './shop-adapter.ts';

export interface WorldOptions extends Partial<Omit<AqlServerOptions, 'adapter'>> {
  /** Overrides for the adapter of the shop. */
  readonly adapter?: Partial<Adapter>;
}

/** An answer as the wire has it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
export type Wire = any;

export interface World extends Linked {
  readonly shop: Shop;
  readonly server: Server;
  /** Makes a call and returns the envelope; `isError` is on every failure and on nothing else. */
  ask(tool: string, args: JsonObject, options?: CallOptions): Promise<Wire>;
}

export const exchangeOf = (adapter: Adapter, environment = {}): Exchange =>
  createExchange(adapter, { environment, fail: createAdapterFail(adapter) });

/** The shop, a server in front of it, and the official client in front of that. */
export const openWorld = async ({ adapter, ...options }: WorldOptions = {}): Promise<World> => {
  const shop = await openShop();
  const described = shopAdapter(shop.url, adapter);
  const server = createAqlServer({ exchange: exchangeOf(described), ...options, adapter: described });
  const linked = await linkClient(server);
  return {
    ...linked,
    shop,
    server,
    ask: async (tool, args, callOptions) => {
      const result = await linked.callTool(tool, args, callOptions);
      const envelope = result.structuredContent as { success?: boolean } | undefined;
      if ((result.isError ?? false) !== (envelope?.success !== true)) {
        throw new Error(`isError does not fit ${JSON.stringify(envelope)}`);
      }
      return envelope;
    },
    close: async () => {
      await linked.close();
      await shop.close();
    },
  };
};
