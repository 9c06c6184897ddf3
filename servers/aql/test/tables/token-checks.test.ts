import { dangerLevels } from '@recourse/engine';
import type { Danger } from '@recourse/engine';
import { createMemoryState } from '@recourse/engine/memory';
import { createClock } from '@recourse/testkit';
import type { Clock } from '@recourse/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpDoor } from '../world/http-door.ts';
import { note, operation, parameter } from '../world/shop-adapter.ts';
import { openTable } from './table.ts';

const table = openTable();
const minute = 60_000;
/** How long a token lives. */
const lives: Readonly<Record<Danger, number>> = {
  safe: 5 * minute,
  reversible: 5 * minute,
  destructive: 5 * minute,
  dangerous: 5 * minute,
  forbidden: 2 * minute,
};

describe.each(dangerLevels)('a token for what is %s', (danger) => {
  let door: HttpDoor;
  /** An adapter of this name with the same operations, on the same store. */
  let serve: (name: string) => HttpDoor;
  let clock: Clock;
  let token: string;
  const id = parameter('id', 'query', { type: 'integer' }, { required: true });
  const act = (name: string) =>
    operation({
      name,
      category: 'execute',
      method: 'POST',
      path: '/restock',
      parameters: [id],
      danger: note(danger, { requiresConfirmation: true }),
    });

  beforeEach(async () => {
    clock = createClock();
    const identity = {
      hasKeys: () => Promise.resolve(true),
      identify: ({ key = 'ada' }: { readonly key?: string }) => ({ id: key, trust: 'certified' as const }),
    };
    const stores = createMemoryState({ now: clock.now });
    serve = (name) =>
      table.begin(
        { name, operations: [act('act'), act('other')] },
        { settings: { trust: 'certified' }, server: { identity, stores, now: clock.now } },
      );
    door = serve('shop');
    const { error } = await call({});
    token = error.details.confirmation_token;
    expect(token).toMatch(/^conf_/u);
  });

  const call = (more: object, { name = 'act', at = 7, key = 'ada' } = {}) =>
    door.ask('mcp_aql_execute', { operation: name, params: { id: at, ...more } }, key);
  const redeem = async (given = token, otherwise: Parameters<typeof call>[1] = {}): Promise<string> => {
    const answer = await call({ confirmation_token: given }, otherwise);
    return answer.success ? 'none' : answer.error.code;
  };

  it('is known: any other string is rejected', async () => {
    for (const forged of [`${token}A`, token.slice(0, -1), token.toUpperCase(), 'conf_', '']) {
      expect(await redeem(forged)).toBe('TOKEN_INVALID');
    }
    expect(table.shop.seen).toEqual([]);
    expect(await redeem()).toBe('none');
  });

  it.each([
    [-1, 'none'],
    [0, 'TOKEN_EXPIRED'],
    [1, 'TOKEN_EXPIRED'],
  ])('has not expired: %i ms from its end it is %s', async (offset, code) => {
    clock.advance(lives[danger] + offset);
    expect(await redeem()).toBe(code);
    expect(table.shop.seen).toHaveLength(code === 'none' ? 1 : 0);
  });

  it('has not been used', async () => {
    expect(await redeem()).toBe('none');
    expect(await redeem()).toBe('TOKEN_ALREADY_USED');
    expect(table.shop.seen).toEqual(['POST /restock?id=7']);
  });

  it.each([
    ['operation', { name: 'other' }],
    ['parameter', { at: 8 }],
    ['caller', { key: 'eve' }],
  ])('was issued for this %s', async (_, otherwise) => {
    expect(await redeem(token, otherwise)).toBe('TOKEN_SCOPE_MISMATCH');
    expect(table.shop.seen).toEqual([]);
    // No refusal burns it.
    expect(await redeem()).toBe('none');
  });

  it('was issued for this adapter', async () => {
    serve('annex');
    expect(await redeem()).toBe('TOKEN_SCOPE_MISMATCH');
    expect(table.shop.seen).toEqual([]);
    serve('shop');
    expect(await redeem()).toBe('none');
  });

  it('is redeemed by one of 64 calls that come at the same moment', async () => {
    const codes = await Promise.all(Array.from({ length: 64 }, () => redeem()));
    expect(codes.toSorted()).toEqual([...Array<string>(63).fill('TOKEN_ALREADY_USED'), 'none']);
    expect(table.shop.seen).toEqual(['POST /restock?id=7']);
  });
});
