import { afterAll, beforeAll } from 'vitest';
import type { Adapter } from '../../src/adapter/adapter.ts';
import { createAqlServer } from '../../src/server.ts';
import type { AqlServerOptions } from '../../src/server.ts';
import { openHttpDoor } from '../world/http-door.ts';
import type { HttpDoor } from '../world/http-door.ts';
import { openShop } from '../world/shop.ts';
import type { Shop } from '../world/shop.ts';
import { shopAdapter } from '../world/shop-adapter.ts';
import { exchangeOf } from '../world/world.ts';

export interface Table {
  readonly door: HttpDoor;
  readonly shop: Shop;
  /** A server that knows nothing of earlier ones, behind the same door and in front of the same shop. */
  begin(adapter?: Partial<Adapter>, options?: Partial<AqlServerOptions>): HttpDoor;
}

/** One shop and one door over HTTP for all tests of a file. */
export const openTable = (): Table => {
  let shop: Shop | undefined;
  let door: HttpDoor | undefined;
  const opened = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('The table is not open');
    return part;
  };
  const serverFor = (given: Partial<Adapter>, options: Partial<AqlServerOptions>) => {
    const adapter = shopAdapter(opened(shop).url, given);
    return createAqlServer({ exchange: exchangeOf(adapter), ...options, adapter });
  };
  beforeAll(async () => {
    shop = await openShop();
    door = await openHttpDoor(serverFor({}, {}));
  });
  afterAll(async () => {
    await door?.close();
    await shop?.close();
  });
  return {
    get door() {
      return opened(door);
    },
    get shop() {
      return opened(shop);
    },
    begin: (adapter = {}, options = {}) => {
      opened(shop).seen.length = 0;
      opened(door).put(serverFor(adapter, options));
      return opened(door);
    },
  };
};
