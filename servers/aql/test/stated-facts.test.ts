import { describe, expect, it } from 'vitest';
import { shopAdapter } from './world/shop-adapter.ts';
import { openWorld } from './world/world.ts';
import type { World } from './world/world.ts';

/** The shop, whose file says how an item is read before it is deleted. */
const withWorld = async (act: (world: World) => Promise<void>): Promise<void> => {
  const { operations } = shopAdapter('http://127.0.0.1');
  const reading = operations.map((one) => (one.name === 'delete_item' ? { ...one, readWith: 'get_item' } : one));
  const world = await openWorld({ adapter: { operations: reading } });
  await act(world).finally(() => world.close());
};
const remove = (more: object = {}) => ({ operation: 'delete_item', params: { id: 1, ...more } });
const rename = { operation: 'update_item', params: { id: 1, input: { name: 'Crown jewels' } } };

describe('a delete whose file names the operation that reads', () => {
  it('states what would be deleted', () =>
    withWorld(async (world) => {
      const { error, confirmation } = await world.ask('mcp_aql_delete', remove());
      expect(error.details.shown).toMatchObject({ id: 1, name: 'Item 1', price: 10 });
      expect(confirmation.message).toMatch(/^Delete item 1\? name: "Item 1", price: 10, content_digest: [\w-]+\.$/);
      expect(world.shop.seen).toEqual(['GET /items/1']);
    }));

  it.each([
    ['params._confirmation', (token: string) => remove({ _confirmation: token })],
    ['params.confirmation_token', (token: string) => remove({ confirmation_token: token })],
    ['_confirmation next to operation', (token: string) => ({ ...remove(), _confirmation: token })],
  ])('asks again if the item has changed, by %s', (_, carry) =>
    withWorld(async (world) => {
      const asked = await world.ask('mcp_aql_delete', remove());
      expect(await world.ask('mcp_aql_update', rename)).toMatchObject({ success: true });
      const again = await world.ask('mcp_aql_delete', carry(asked.confirmation.token));
      expect(again.error).toMatchObject({
        code: 'CONFIRMATION_REQUIRED',
        details: {
          changed: expect.arrayContaining([{ fact: 'name', before: 'Item 1', after: 'Crown jewels' }]),
        },
      });
      expect(world.shop.seen).not.toContain('DELETE /items/1');
      const confirmed = await world.ask('mcp_aql_delete', carry(again.confirmation.token));
      expect(confirmed).toEqual({ success: true, data: null });
    }),
  );

  it('does not ask about what is not there', () =>
    withWorld(async (world) => {
      const answer = await world.ask('mcp_aql_delete', { operation: 'delete_item', params: { id: 99 } });
      expect(answer.error.code).toBe('NOT_FOUND_RESOURCE');
      expect(world.shop.seen).toEqual(['GET /items/99']);
    }));
});
