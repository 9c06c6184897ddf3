import { openOperator } from '@recourse/stores/configured';
import { linkClient } from '@recourse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAdapter } from '../src/adapter/index.ts';
import { createAqlServer } from '../src/server.ts';
import { adapterText } from './world/adapter-text.ts';
import { openDesk, serveDesk } from './world/serve-command.ts';
import type { Desk, Served } from './world/serve-command.ts';
import { openShop } from './world/shop.ts';
import type { Shop } from './world/shop.ts';
import { exchangeOf } from './world/world.ts';
import type { Wire } from './world/world.ts';

let shop: Shop;
let desk: Desk;
let one: Served;
let other: Served;

beforeAll(async () => {
  shop = await openShop();
  desk = openDesk();
  desk.write('shop', adapterText(shop.url));
  [one, other] = await Promise.all([serveDesk('http', desk, ['shop']), serveDesk('stdio', desk, ['shop'])]);
});
beforeEach(() => {
  shop.seen.length = 0;
});
afterAll(async () => {
  await one.close();
  await other.close();
  desk.remove();
  await shop.close();
});

const request = (id: number, token?: string) => ({
  operation: 'delete_item',
  params: { id, ...(token !== undefined && { confirmation_token: token }) },
});
const tokenFor = async (served: Served, id: number): Promise<string> =>
  (await served.ask('shop', 'mcp_aql_delete', request(id))).confirmation.token;
const codeOf = (answer: Wire): string => (answer.success ? 'none' : answer.error.code);
const redeem = async (served: Served, id: number, token: string): Promise<string> =>
  codeOf(await served.ask('shop', 'mcp_aql_delete', request(id, token)));

describe('two processes on one store', () => {
  it('redeem a token once between them, however many try at the same moment', async () => {
    const token = await tokenFor(one, 1);
    const codes = await Promise.all(
      Array.from({ length: 64 }, (_, index) => redeem(index % 2 === 0 ? one : other, 1, token)),
    );
    expect(codes.filter((code) => code === 'none')).toHaveLength(1);
    expect(codes.filter((code) => code === 'TOKEN_ALREADY_USED')).toHaveLength(63);
    expect(shop.seen).toEqual(['DELETE /items/1']);
  });

  it('refuse what is forged and what is for another item, alike, and burn nothing', async () => {
    const token = await tokenFor(other, 2);
    for (const served of [one, other]) {
      expect(await redeem(served, 2, `${token.slice(0, -1)}_`)).toBe('TOKEN_INVALID');
      expect(await redeem(served, 3, token)).toBe('TOKEN_SCOPE_MISMATCH');
    }
    expect(shop.seen).toEqual([]);
    expect(await redeem(one, 2, token)).toBe('none');
    expect(await redeem(other, 2, token)).toBe('TOKEN_ALREADY_USED');
    expect(shop.seen).toEqual(['DELETE /items/2']);
  });

  it('keep to a token that was issued by a process that is gone', async () => {
    const gone = await serveDesk('stdio', desk, ['shop']);
    const token = await tokenFor(gone, 3);
    await gone.close();
    const started = await serveDesk('stdio', desk, ['shop']);
    expect(await redeem(started, 2, token)).toBe('TOKEN_SCOPE_MISMATCH');
    expect(await redeem(started, 3, token)).toBe('none');
    await started.close();
    expect(await redeem(one, 3, token)).toBe('TOKEN_ALREADY_USED');
    expect(shop.seen).toEqual(['DELETE /items/3']);
  });
});

describe('a server whose clock is wrong, on the same store', () => {
  const day = 24 * 60 * 60 * 1000;

  /** The answer of a server on this store whose clock is off by this much. */
  const askSkewed = async (ms: number, args: ReturnType<typeof request>): Promise<Wire> => {
    const { adapter } = readAdapter(adapterText(shop.url));
    if (!adapter) throw new Error('The adapter is not good');
    const now = () => Date.now() + ms;
    const operator = await openOperator({ cwd: desk.folder, environment: {}, now });
    const server = createAqlServer({ adapter, exchange: exchangeOf(adapter), server: { ...operator.options, now } });
    const client = await linkClient(server);
    const { structuredContent } = await client.callTool('mcp_aql_delete', args);
    await client.close();
    await operator.close();
    return structuredContent;
  };

  it.each([-day, day])('of %i ms takes no token that was used', async (skew) => {
    const created = await fetch(`${shop.url}/items`, { method: 'POST', body: JSON.stringify({ name: 'New' }) });
    const { id } = (await created.json()) as { readonly id: number };
    const token = await tokenFor(one, id);
    expect(await redeem(one, id, token)).toBe('none');
    const seen = shop.seen.length;
    expect(['TOKEN_ALREADY_USED', 'TOKEN_EXPIRED']).toContain(codeOf(await askSkewed(skew, request(id, token))));
    expect(codeOf(await askSkewed(skew, request(id, token)))).not.toBe('none');
    expect(shop.seen).toHaveLength(seen);
    // No other server redeems what this one has dropped.
    expect(await redeem(other, id, token)).not.toBe('none');
  });

  it('that goes ahead takes no token of those that are right, and leaves them theirs', async () => {
    const token = await tokenFor(one, 9);
    expect(codeOf(await askSkewed(6 * 60_000, request(9, token)))).toBe('TOKEN_EXPIRED');
    expect(shop.seen).toEqual([]);
    expect(await redeem(other, 9, token)).toBe('NOT_FOUND_RESOURCE');
  });

  it('that goes behind issues no token that is still good for those that are right', async () => {
    const { confirmation } = await askSkewed(-6 * 60_000, request(9));
    expect(await redeem(one, 9, confirmation.token)).toBe('TOKEN_EXPIRED');
    expect(shop.seen).toEqual([]);
  });
});
