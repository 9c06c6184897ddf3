import { describe, expect, it } from 'vitest';
import { createKeyIdentity } from '../identity/create-key-identity.ts';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';

const ada = { principal: 'ada', trust: 'community_reviewed', tools: ['close_ticket', 'list_tickets'] } as const;

/** Runs the suite that every key store must pass. */
export const describeKeys = (name: string, open: OpenStores): void => {
  describe(`keys: ${name}`, () => {
    const start = opener(open);

    it('finds whom a key belongs to, with its trust and its tools', async () => {
      const { stores, clock } = await start();
      const { key, record } = await stores.keys.create(ada);
      expect(key).toMatch(/^rk_[\w-]{43}$/);
      expect(record).toEqual({ ...ada, id: record.id, created_at: clock.now() });
      expect(await stores.keys.find(key)).toEqual({ id: 'ada', trust: ada.trust, tools: ada.tools });
    });

    it('finds an approver, who cannot use tools and is not counted as a caller', async () => {
      const { stores } = await start();
      const { key, record } = await stores.keys.create({ principal: 'alice', trust: 'validated', role: 'approver' });
      expect(record).toMatchObject({ principal: 'alice', role: 'approver' });
      expect(await stores.keys.find(key)).toEqual({ id: 'alice', trust: 'validated', role: 'approver', tools: [] });
      expect(await stores.keys.list()).toEqual([record]);
      expect(await createKeyIdentity(stores.keys).hasKeys?.()).toBe(false);
    });

    it('refuses names that could be taken for a local approver, and tools for an approver', async () => {
      const { stores } = await start();
      await expect(stores.keys.create({ principal: 'os:root', trust: 'validated' })).rejects.toThrow("'os:'");
      const asked = { principal: 'alice', trust: 'validated', role: 'approver', tools: ['x'] } as const;
      await expect(stores.keys.create(asked)).rejects.toThrow('cannot be given tools');
    });

    it('limits a key to no tools unless asked to', async () => {
      const { stores } = await start();
      const { key } = await stores.keys.create({ principal: 'bob', trust: 'validated' });
      expect(await stores.keys.find(key)).toEqual({ id: 'bob', trust: 'validated' });
    });

    it('knows no key that it has not made', async () => {
      const { stores } = await start();
      const { key, record } = await stores.keys.create(ada);
      for (const wrong of ['', 'rk_', record.id, key.slice(0, -1), `${key}A`, key.toUpperCase()]) {
        expect(await stores.keys.find(wrong)).toBeUndefined();
      }
    });

    it('makes a different key every time, also for the same principal', async () => {
      const { stores } = await start();
      const created = await Promise.all(Array.from({ length: 10 }, () => stores.keys.create(ada)));
      expect(new Set(created.map(({ key }) => key)).size).toBe(10);
      expect(new Set(created.map(({ record }) => record.id)).size).toBe(10);
      expect(await stores.keys.list()).toHaveLength(10);
    });

    it('lets a revoked key open nothing, and still lists it', async () => {
      const { stores, clock } = await start();
      const { key, record } = await stores.keys.create(ada);
      const other = await stores.keys.create({ principal: 'bob', trust: 'validated' });
      clock.advance(1000);
      expect(await stores.keys.revoke(record.id)).toBe(true);
      expect(await stores.keys.revoke(record.id)).toBe(false);
      expect(await stores.keys.revoke('key_unknown')).toBe(false);
      expect(await stores.keys.find(key)).toBeUndefined();
      expect(await stores.keys.find(other.key)).toMatchObject({ id: 'bob' });
      expect(await stores.keys.list()).toEqual([{ ...record, revoked_at: clock.now() }, other.record]);
    });

    it('looks a key up for many at the same moment, and finds one as soon as it is made', async () => {
      const { stores } = await start();
      expect(await stores.keys.find('rk_wrong')).toBeUndefined();
      const { key, record } = await stores.keys.create(ada);
      const found = await Promise.all(Array.from({ length: 50 }, () => stores.keys.find(key)));
      expect(found.every((principal) => principal?.id === 'ada')).toBe(true);
      const looking = stores.keys.find(key);
      await stores.keys.revoke(record.id);
      await looking;
      expect(await stores.keys.find(key)).toBeUndefined();
    });

    it.each([
      ['the principal of callers without a key', { principal: 'local', trust: 'validated' }],
      ['no principal', { principal: '', trust: 'validated' }],
      ['a principal with a control character', { principal: 'a\u0000', trust: 'validated' }],
      ['a principal with a hidden character', { principal: 'ada\u200B', trust: 'validated' }],
      ['a tool with a hidden character', { principal: 'ada', trust: 'validated', tools: ['pay\u{E0041}'] }],
      ['an unknown trust', { principal: 'ada', trust: 'boundless' }],
    ])('refuses a key for %s', async (_, request) => {
      const { stores } = await start();
      await expect(stores.keys.create(request as typeof ada)).rejects.toThrow(/principal|trust/);
      expect(await stores.keys.list()).toEqual([]);
    });

    it('identifies callers by their key, and those on this machine without one', async () => {
      const { stores } = await start();
      const { key } = await stores.keys.create(ada);
      const identity = createKeyIdentity(stores.keys);
      const http = { transport: 'http', local: false } as const;
      expect(await identity.identify({ ...http, key })).toMatchObject({ id: 'ada' });
      expect(await identity.identify({ ...http, key: 'rk_wrong' })).toBeUndefined();
      expect(await identity.identify(http)).toBeUndefined();
      expect(await identity.identify({ transport: 'stdio', local: true })).toEqual({ id: 'local', trust: 'validated' });
      expect(await identity.identify({ transport: 'stdio', local: true, key: 'rk_wrong' })).toBeUndefined();
    });
  });
};
