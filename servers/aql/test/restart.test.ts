import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStores } from '@recourse/stores';
import { expect, it } from 'vitest';
import { openWorld } from './world/world.ts';
import type { World } from './world/world.ts';

const call = (token?: string) => ({
  operation: 'delete_item',
  params: { id: 1, ...(token !== undefined && { _confirmation: token }) },
});

/** A world whose state is in a file, as a restarted process finds it. */
const openWith = async (file: string): Promise<{ readonly world: World; close(): Promise<void> }> => {
  const stores = await openStores({ kind: 'sqlite', file });
  const world = await openWorld({ server: { stores } });
  return {
    world,
    close: async () => {
      await world.close();
      await stores.close();
    },
  };
};

it('redeems a token after a restart, once, in whichever of two servers comes first', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-aql-'));
  const file = path.join(folder, 'state.db');
  const before = await openWith(file);
  const { confirmation } = await before.world.ask('mcp_aql_delete', call());
  await before.close();

  const [one, other] = [await openWith(file), await openWith(file)];
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      (index % 2 === 0 ? one : other).world.ask('mcp_aql_delete', call(confirmation.token)),
    ),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['TOKEN_ALREADY_USED']));
  expect([...one.world.shop.seen, ...other.world.shop.seen]).toEqual(['DELETE /items/1']);
  await one.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

it('reports the state of quotas from a store, too', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-aql-'));
  const stores = await openStores({ kind: 'sqlite', file: path.join(folder, 'state.db') });
  const quota = { metric: 'requests_per_hour', windowMs: 3_600_000, warn: undefined, pause: undefined, stop: 3 };
  const world = await openWorld({ adapter: { quotas: [quota] }, server: { stores } });
  await world.ask('mcp_aql_read', { operation: 'list_items' });
  await world.ask('mcp_aql_read', { operation: 'get_item', params: { id: 1 } });
  const { data } = await world.ask('mcp_aql_read', { operation: 'introspect', params: { query: 'quota_status' } });
  expect(data.quotas).toEqual([
    { metric: 'requests_per_hour', current: 2, status: 'ok', hard_stop: 3, resets_at: expect.any(String) },
  ]);
  expect(Date.parse(data.next_reset)).toBeGreaterThan(0);
  await world.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});
