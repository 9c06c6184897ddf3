import type { NewTask, Tasks, TaskScope } from '@recourse/engine/sharing';
import { describe, expect, it } from 'vitest';
import { atOnce, opener } from './opened.ts';
import type { Open } from './opened.ts';

const ada: TaskScope = { server: 'desk', principal: 'ada' };
const task: NewTask = { ...ada, tool: 'paint', digest: 'd', ttlMs: 60_000, state: { status: 'working' } };

/** Tests an adapter of tasks. Call it in a test file, once for each adapter. */
export const describeTasks = (
  name: string,
  open: Open<Tasks>,
  { leaseMs }: { readonly leaseMs?: number } = {},
): void => {
  describe(`tasks: ${name}`, () => {
    const start = opener(open);

    it('are found as they were created, each under its own id', async () => {
      const { port, clock } = await start();
      const created = await port.create(task);
      const { id } = created;
      const at = clock.now();
      const expected = { tool: 'paint', digest: 'd', created_at: at, updated_at: at, ttlMs: 60_000, version: 1 };
      expect(created).toEqual({ id, ...expected, ended: false, state: { status: 'working' } });
      expect(await port.find(ada, id)).toEqual(created);
      expect(id).toMatch(/^task_[\w-]{32}$/);
      expect((await port.create(task)).id).not.toBe(id);
    });

    it.each<[string, TaskScope]>([
      ['another principal', { ...ada, principal: 'eve' }],
      ['another server', { ...ada, server: 'shop' }],
    ])('are unknown to %s', async (_, scope) => {
      const { port } = await start();
      const { id } = await port.create({ ...task, key: 'k' });
      expect(await port.find(scope, id)).toBeUndefined();
      expect(await port.findByKey(scope, 'paint', 'k')).toBeUndefined();
    });

    it('are not found under any other id', async () => {
      const { port } = await start();
      await port.create(task);
      for (const id of ['', 'task_x', "'; --", '\u0000', 'x'.repeat(10_000)]) {
        expect(await port.find(ada, id)).toBeUndefined();
      }
    });

    it('are found by their key, separately for each tool, until another task takes over the key', async () => {
      const { port } = await start();
      const first = await port.create({ ...task, key: 'k' });
      expect((await port.findByKey(ada, 'paint', 'k'))?.id).toBe(first.id);
      expect(await port.findByKey(ada, 'burn', 'k')).toBeUndefined();
      expect(await port.findByKey(ada, 'paint', 'other')).toBeUndefined();
      const second = await port.create({ ...task, key: 'k' });
      expect((await port.findByKey(ada, 'paint', 'k'))?.id).toBe(second.id);
      expect((await port.find(ada, first.id))?.id).toBe(first.id);
    });

    it('change only if the stored version is the one that was read', async () => {
      const { port, clock } = await start();
      const created = await port.create(task);
      clock.advance(5);
      const changed = await port.change(created, { state: { status: 'input_required' } });
      expect(changed).toMatchObject({ version: 2, updated_at: clock.now(), state: { status: 'input_required' } });
      expect(await port.change(created, { state: {} })).toBeUndefined();
      expect(await port.find(ada, created.id)).toEqual(changed);
    });

    it('accept only one of many concurrent changes', async () => {
      const { port } = await start();
      const created = await port.create(task);
      const changes = await atOnce(20, (index) => port.change(created, { state: { index } }));
      const [winner, ...others] = changes.filter((change) => change !== undefined);
      expect(others).toEqual([]);
      expect(await port.find(ada, created.id)).toEqual(winner);
    });

    it('never change once they have ended, and keep their key unless it is freed', async () => {
      const { port } = await start();
      const [kept, freed] = [await port.create({ ...task, key: 'a' }), await port.create({ ...task, key: 'b' })];
      const ended = await port.change(kept, { state: { status: 'completed' }, ended: true });
      await port.change(freed, { state: { status: 'completed' }, ended: true, freesKey: true });
      expect(ended).toMatchObject({ ended: true });
      expect(ended && (await port.change(ended, { state: {} }))).toBeUndefined();
      expect(await port.findByKey(ada, 'paint', 'a')).toEqual(ended);
      expect(await port.findByKey(ada, 'paint', 'b')).toBeUndefined();
      expect(await port.find(ada, freed.id)).toMatchObject({ ended: true });
    });

    it.runIf(leaseMs)('report when their process was last heard from if it is silent, until they end', async () => {
      const { port, clock } = await start();
      const at = clock.now();
      const [silent, ended] = [await port.create(task), await port.create(task)];
      await port.change(ended, { state: {}, ended: true });
      clock.advance((leaseMs ?? 0) - 1);
      expect(await port.find(ada, silent.id)).not.toHaveProperty('silent_since');
      clock.advance(1);
      expect(await port.find(ada, silent.id)).toMatchObject({ silent_since: at });
      expect(await port.find(ada, ended.id)).not.toHaveProperty('silent_since');
    });

    it('are kept for their time to live and no longer', async () => {
      const { port, clock } = await start();
      const { id } = await port.create({ ...task, key: 'k' });
      clock.advance(59_999);
      expect(await port.find(ada, id)).toMatchObject({ id });
      clock.advance(1);
      expect(await port.find(ada, id)).toBeUndefined();
      expect(await port.findByKey(ada, 'paint', 'k')).toBeUndefined();
    });
  });
};
