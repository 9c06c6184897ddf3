import { createMemoryState } from '@recourse/engine/memory';
import { createClock } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { note, operation, parameter } from './world/shop-adapter.ts';
import { openWorld } from './world/world.ts';
import type { Wire, World, WorldOptions } from './world/world.ts';

const withWorld = async (act: (world: World) => Promise<void>, options: WorldOptions = {}): Promise<void> => {
  const world = await openWorld(options);
  await act(world).finally(() => world.close());
};
const call = (id: number, more: object = {}) => ({ operation: 'delete_item', params: { id, ...more } });
const tokenFor = async (world: World, id = 1): Promise<string> =>
  (await world.ask('mcp_aql_delete', call(id))).error.details.confirmation_token;

describe('carriers', () => {
  it.each([
    ['params._confirmation', (token: string) => call(1, { _confirmation: token })],
    ['params.confirmation_token', (token: string) => call(1, { confirmation_token: token })],
    ['params._quota_continue', (token: string) => call(1, { _quota_continue: token })],
    ['_confirmation next to operation', (token: string) => ({ ...call(1), _confirmation: token })],
  ])('%s carries a token, and is not part of the confirmed call', (_, carry) =>
    withWorld(async (world) => {
      const token = await tokenFor(world);
      expect(await world.ask('mcp_aql_delete', carry(token))).toEqual({ success: true, data: null });
      expect(world.shop.seen).toEqual(['DELETE /items/1']);
    }),
  );

  it('_meta and recourse_confirm carry it too', () =>
    withWorld(async (world) => {
      const confirmationToken = await tokenFor(world);
      expect((await world.ask('mcp_aql_delete', call(1), { confirmationToken })).success).toBe(true);
      const other = await tokenFor(world, 2);
      const answer = await world.ask('recourse_confirm', { confirmation_token: other });
      expect(answer.success).toBe(true);
      expect(world.shop.seen).toEqual(['DELETE /items/1', 'DELETE /items/2']);
    }));

  it('a token in _meta takes precedence over one among the parameters', () =>
    withWorld(async (world) => {
      const confirmationToken = await tokenFor(world);
      const answer = await world.ask('mcp_aql_delete', call(1, { _confirmation: 'conf_stale' }), { confirmationToken });
      expect(answer.success).toBe(true);
    }));

  it('a parameter that the operation declares is its own', () => {
    const confirmed = operation({
      name: 'redeem_voucher',
      category: 'execute',
      method: 'POST',
      path: '/restock',
      parameters: [parameter('confirmation_token', 'body', { type: 'string' }, { required: true })],
      danger: note('destructive'),
    });
    return withWorld(
      async (world) => {
        const voucher = { operation: 'redeem_voucher', params: { confirmation_token: 'V-1' } };
        const asked = await world.ask('mcp_aql_execute', voucher);
        expect(asked.error.code).toBe('CONFIRMATION_REQUIRED');
        const params = { ...voucher.params, _confirmation: asked.confirmation.token };
        expect((await world.ask('mcp_aql_execute', { ...voucher, params })).success).toBe(true);
      },
      { adapter: { operations: [confirmed] } },
    );
  });
});

describe('a token', () => {
  const codeOf = async (answer: Promise<Wire>): Promise<string> => (await answer).error?.code ?? 'none';

  it('is good for the same arguments only, however they were written', () =>
    withWorld(async (world) => {
      const token = await tokenFor(world);
      expect(await codeOf(world.ask('mcp_aql_delete', call(2, { _confirmation: token })))).toBe('TOKEN_SCOPE_MISMATCH');
      const beside = { operation: 'delete_item', id: 1, _confirmation: token };
      expect((await world.ask('mcp_aql_delete', beside)).success).toBe(true);
    }));

  it('is checked in one order: known, not expired, not used, of this call', async () => {
    const clock = createClock();
    await withWorld(
      async (world) => {
        const made = (id: number, token: string): Promise<string> =>
          codeOf(world.ask('mcp_aql_delete', call(id, { _confirmation: token })));
        const token = await tokenFor(world);
        expect(await made(1, `${token}x`)).toBe('TOKEN_INVALID');
        expect(await made(2, token)).toBe('TOKEN_SCOPE_MISMATCH');
        expect(await made(1, token)).toBe('none');
        // Used and of another call: used comes first.
        expect(await made(2, token)).toBe('TOKEN_ALREADY_USED');
        clock.advance(5 * 60 * 1000);
        // Expired, used and of another call: expired comes first.
        expect(await made(2, token)).toBe('TOKEN_EXPIRED');
      },
      { server: { now: clock.now } },
    );
  });

  it('is redeemed once, however many try at the same moment', () =>
    withWorld(async (world) => {
      const token = await tokenFor(world);
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => codeOf(world.ask('mcp_aql_delete', call(1, { _confirmation: token })))),
      );
      expect(answers.filter((code) => code === 'none')).toHaveLength(1);
      expect(answers.filter((code) => code === 'TOKEN_ALREADY_USED')).toHaveLength(63);
      expect(world.shop.seen).toEqual(['DELETE /items/1']);
    }));

  it('of one adapter is nothing to another, in the same store and for the same call', async () => {
    const stores = createMemoryState();
    await withWorld(
      (one) =>
        withWorld(
          async (other) => {
            const token = await tokenFor(one);
            const { error } = await other.ask('mcp_aql_delete', call(1, { _confirmation: token }));
            expect(error).toMatchObject({
              code: 'TOKEN_SCOPE_MISMATCH',
              details: { token_operation: 'shop/delete_item', requested_operation: 'delete_item' },
            });
            expect(await codeOf(other.ask('recourse_confirm', { confirmation_token: token }))).toBe('TOKEN_INVALID');
            expect(other.shop.seen).toEqual([]);
            expect((await one.ask('mcp_aql_delete', call(1, { _confirmation: token }))).success).toBe(true);
          },
          { adapter: { name: 'other-shop' }, server: { stores } },
        ),
      { server: { stores } },
    );
  });

  it('is asked for where the file says so, whatever the trust', () =>
    withWorld(
      async (world) => {
        const { error } = await world.ask('mcp_aql_read', { operation: 'peek' });
        expect(error.code).toBe('CONFIRMATION_REQUIRED');
      },
      {
        adapter: {
          operations: [
            operation({
              name: 'peek',
              category: 'read',
              method: 'GET',
              path: '/items',
              danger: note('safe', { requiresConfirmation: true }),
            }),
          ],
        },
      },
    ));
});
