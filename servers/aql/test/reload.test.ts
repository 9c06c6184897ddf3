import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkClient } from '@recourse/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aqlEntry } from '../src/entry.ts';
import { isGood, loadAdapter } from '../src/reload/load-adapter.ts';
import { adapterText, countItems } from './world/adapter-text.ts';
import { openShop } from './world/shop.ts';
import type { Shop } from './world/shop.ts';
import type { Wire } from './world/world.ts';

let shop: Shop;
let folder: string;
let file: string;
beforeEach(async () => {
  shop = await openShop();
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-aql-'));
  file = path.join(folder, 'shop-adapter.md');
  writeFileSync(file, adapterText(shop.url));
});
afterEach(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

/** Serves the file as `recourse serve aql` does, and looks at it often. */
const open = async () => {
  const loaded = await loadAdapter(file);
  if (!isGood(loaded)) throw new Error(JSON.stringify(loaded.problems));
  const lines: string[] = [];
  const started = await aqlEntry(loaded, { watch: { intervalMs: 10, settleMs: 5 } }).start({
    options: {},
    environment: {},
    cwd: folder,
    notify: (line) => lines.push(line),
  });
  const linked = await linkClient(started.server);
  const changed = vi.fn<() => void>();
  linked.client.setNotificationHandler('notifications/tools/list_changed', () => changed());
  const ask = async (tool: string, args: object): Promise<Wire> =>
    (await linked.callTool(tool, { ...args })).structuredContent;
  const names = async (): Promise<readonly string[]> =>
    (await ask('mcp_aql_read', { operation: 'introspect', params: { query: 'operations' } })).data.operations.map(
      (operation: { name: string }) => operation.name,
    );
  const close = async (): Promise<void> => {
    await linked.close();
    await started.close?.();
  };
  return { lines, changed, ask, names, close };
};

const told = (lines: readonly string[], words: string): Promise<void> =>
  vi.waitFor(() => expect(lines.join('\n')).toContain(words), { timeout: 20_000, interval: 5 });

it('serves a new version, and tells the clients', async () => {
  const { names, lines, changed, close } = await open();
  expect(await names()).not.toContain('count_items');
  writeFileSync(file, adapterText(shop.url, { version: '1.1.0', more: countItems }));
  await told(lines, "version 1.1.0 of 'shop' is now being served");
  expect(await names()).toContain('count_items');
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 20_000 });
  await close();
});

it('serves what an editor puts in the place of the file, also after a moment without one', async () => {
  const { names, lines, close } = await open();
  const other = path.join(folder, 'new');
  writeFileSync(other, adapterText(shop.url, { version: '1.1.0', more: countItems }));
  renameSync(other, file);
  await told(lines, 'version 1.1.0');
  renameSync(file, other);
  await told(lines, 'cannot be read: ENOENT. The previous version is still being served');
  expect(await names()).toContain('count_items');
  writeFileSync(file, adapterText(shop.url, { version: '1.2.0' }));
  await told(lines, 'version 1.2.0');
  expect(await names()).not.toContain('count_items');
  await close();
});

it('keeps the old version where the new one is not good, and says everything that is wrong', async () => {
  const { names, lines, ask, close } = await open();
  const broken = adapterText(shop.url, { version: 'one' }).replace('GET /items"', 'GOT /items"');
  writeFileSync(file, broken);
  await told(lines, 'cannot be served: 2 problems. The previous version is still being served');
  const said = lines.filter((line) => line.startsWith('  shop-adapter.md:'));
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(/^ {2}shop-adapter\.md:4:\d+ SCHEMA_\w+ .*version/u);
  expect(await names()).toContain('list_items');
  // Half of a file is not a valid version either.
  writeFileSync(file, adapterText(shop.url).slice(0, 200));
  await vi.waitFor(() => expect(lines.filter((line) => line.includes('still being served'))).toHaveLength(2), {
    timeout: 20_000,
  });
  expect((await ask('mcp_aql_read', { operation: 'get_item', params: { id: 1 } })).success).toBe(true);
  await close();
});

it('does not let an adapter change its name', async () => {
  const { lines, close } = await open();
  writeFileSync(file, adapterText(shop.url, { name: 'other' }));
  await told(lines, "is now called 'other', but the name of a served adapter cannot change");
  await close();
});

it('keeps tokens and running calls across versions', async () => {
  const { lines, ask, close } = await open();
  const call = { operation: 'delete_item', params: { id: 1 } };
  const asked = await ask('mcp_aql_delete', call);
  shop.pause();
  const running = ask('mcp_aql_read', { operation: 'get_item', params: { id: 2 } });
  await vi.waitFor(() => expect(shop.seen).toContain('GET /items/2'), { timeout: 20_000 });
  writeFileSync(file, adapterText(shop.url, { version: '2.0.0' }).replace('One item', 'A single item'));
  await told(lines, 'version 2.0.0');
  shop.resume();
  expect(await running).toMatchObject({ success: true, data: { id: 2 } });
  const params = { id: 1, _confirmation: asked.confirmation.token };
  expect(await ask('mcp_aql_delete', { ...call, params })).toEqual({ success: true, data: null });
  expect((await ask('mcp_aql_delete', { ...call, params })).error.code).toBe('TOKEN_ALREADY_USED');
  await close();
});
