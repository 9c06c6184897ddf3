import type { Cells } from '@recourse/engine/sharing';
import { describe, expect, it } from 'vitest';
import { atOnce, opener } from './opened.ts';
import type { Open } from './opened.ts';

const ttlMs = 60_000;

/** Tests an adapter of cells. Call it in a test file, once for each adapter. */
export const describeCells = (name: string, open: Open<Cells>): void => {
  describe(`cells: ${name}`, () => {
    const start = opener(open);

    it('return the value that was set last', async () => {
      const { port } = await start();
      expect(await port.get('a')).toBeUndefined();
      expect(await port.set('a', { value: { x: 1, y: { z: ['ä'] } }, version: 0, ttlMs })).toBe(true);
      expect(await port.get('a')).toEqual({ value: { x: 1, y: { z: ['ä'] } }, version: 1 });
      expect(await port.set('a', { value: { x: 2 }, version: 1, ttlMs })).toBe(true);
      expect(await port.get('a')).toEqual({ value: { x: 2 }, version: 2 });
      expect(await port.get('b')).toBeUndefined();
    });

    it.each([0, 2])('are not replaced if version %i is expected but another is stored', async (version) => {
      const { port } = await start();
      await port.set('a', { value: { x: 1 }, version: 0, ttlMs });
      expect(await port.set('a', { value: { x: 9 }, version, ttlMs })).toBe(false);
      expect(await port.get('a')).toEqual({ value: { x: 1 }, version: 1 });
    });

    it('are not written if the expected version was never stored', async () => {
      const { port } = await start();
      expect(await port.set('a', { value: {}, version: 3, ttlMs })).toBe(false);
      expect(await port.get('a')).toBeUndefined();
    });

    it('accept only one of many concurrent changes to the same version', async () => {
      const { port } = await start();
      for (const version of [0, 1]) {
        const done = await atOnce(20, (x) => port.set('a', { value: { x }, version, ttlMs }));
        expect(done.filter((changed) => changed)).toHaveLength(1);
      }
      expect((await port.get('a'))?.version).toBe(2);
    });

    it('are forgotten when they have expired, and can be set again', async () => {
      const { port, clock } = await start();
      await port.set('a', { value: { x: 1 }, version: 0, ttlMs });
      clock.advance(ttlMs);
      expect(await port.get('a')).toBeUndefined();
      expect(await port.set('a', { value: { x: 2 }, version: 1, ttlMs })).toBe(false);
      expect(await port.set('a', { value: { x: 3 }, version: 0, ttlMs })).toBe(true);
      expect((await port.get('a'))?.value).toEqual({ x: 3 });
    });
  });
};
