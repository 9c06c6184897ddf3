import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hosts } from '../apps/open-app.ts';
import { openElectronPlace } from '../../src/testing/electron-place.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginStage } from './open-plugin-stage.ts';

const desk = path.join(import.meta.dirname, '../apps/desk');
const grant = ['page', 'devtools:Network'];

/** A page that fills every kind of storage, and says when it has. */
const page = `<!doctype html><title>Shop</title><output id="ready"></output><script>
  localStorage.setItem('theme', 'dark'); localStorage.setItem('accessToken', 'abc123'); sessionStorage.setItem('step', '2');
  document.cookie = 'lang=de'; document.cookie = 'csrf_token=xyz';
  const open = indexedDB.open('shop', 3);
  open.onupgradeneeded = () => {
    const orders = open.result.createObjectStore('orders', { keyPath: 'id' });
    orders.createIndex('by_owner', 'owner');
    open.result.createObjectStore('notes', { autoIncrement: true });
  };
  open.onsuccess = () => {
    const change = open.result.transaction(['orders', 'notes'], 'readwrite');
    change.objectStore('orders').put({ id: 1, owner: 'ann', password: 'hunter2', at: new Date(0) });
    change.objectStore('orders').put({ id: 2, owner: 'bob' });
    change.objectStore('notes').put('first', 1);
    change.oncomplete = () => { open.result.close(); ready.textContent = 'ready'; };
  };
</script>`;

/** A page that leaves no room in its local storage. */
const fullPage = `<!doctype html><script>
  for (let size = 1 << 20; size >= 1; size >>= 1)
    try { for (let at = 0; ; at += 1) localStorage.setItem(size + '-' + at, 'x'.repeat(size)); } catch {}
</script>`;

describe.each(hosts)('storage in %s', (host) => {
  let stage: PluginStage;
  let url: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const web = createServer((request, response) => {
      response.setHeader('content-type', 'text/html').setHeader('set-cookie', 'sid=s3cr3t; HttpOnly');
      // A document without an origin of its own.
      if (request.url === '/sandboxed') response.setHeader('content-security-policy', 'sandbox allow-scripts');
      response.end({ '/': page, '/full': fullPage }[request.url ?? ''] ?? '<p>sandboxed</p>');
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
    const place = host === 'Electron' ? await openElectronPlace() : undefined;
    stage = await openPluginStage([{ use: 'storage', grant }], {
      environment: place?.environment ?? process.env,
      appRoots: [desk],
    });
    close = async () => {
      await stage.close();
      await place?.close();
      web.close();
    };
  });
  afterAll(() => close());

  const open = async (address: string): Promise<void> => {
    await stage.call('electron_stop');
    const opened = await (host === 'Electron'
      ? stage.call('electron_launch', { main: desk, args: [address], timeoutMs: 50_000 })
      : stage.call('electron_open_page', { url: address, timeoutMs: 50_000 }));
    expect(opened).toMatchObject({ ok: true });
  };

  beforeEach(async () => {
    await open(url);
    const isFilled = { selector: '#ready', equals: 'ready', timeoutMs: 30_000 };
    expect(await stage.call('electron_expect_text', isFilled)).toMatchObject({ ok: true });
  });

  /** Calls a tool and gives the confirmation that a destructive one asks for. */
  const confirmed = async (tool: string, args = {}) => {
    const asked = await stage.call<{ code: string; details: { confirmation_token: string } }>(tool, args);
    expect(asked).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    return stage.call('recourse_confirm', { confirmation_token: asked.details.confirmation_token });
  };

  it('lists what a page stores, without values', async () => {
    const found = await stage.call('storage_snapshot');
    expect(found).toMatchObject({
      url,
      cookies: { keys: ['csrf_token', 'lang', 'sid'], count: 3 },
      local: { keys: ['accessToken', 'theme'], count: 2 },
      session: { keys: ['step'], count: 1 },
      databases: { keys: ['shop'], count: 1 },
    });
    expect(JSON.stringify(found)).not.toContain('abc123');
    expect(await stage.call('storage_snapshot', { limit: 1 })).toMatchObject({
      cookies: { keys: ['csrf_token'], count: 3 },
    });
  });

  it('reads and changes local and session storage, with secrets masked', async () => {
    expect(await stage.call('storage_local_get', { key: 'theme' })).toMatchObject({
      value: 'dark',
      length: 4,
      truncated: false,
    });
    expect(await stage.call('storage_local_get', { key: 'accessToken' })).toMatchObject({
      value: '[redacted]',
      length: 6,
    });
    expect(await stage.call('storage_local_get', { key: 'theme', maxChars: 2 })).toMatchObject({
      value: 'da',
      truncated: true,
    });
    expect(await stage.call('storage_session_get', { key: 'step' })).toMatchObject({ value: '2' });
    expect(await stage.call('storage_session_get', { key: 'theme' })).toMatchObject({
      code: 'storage.NOT_FOUND',
      details: { what: 'key', name: 'theme', available: ['step'] },
    });
    expect(await stage.call('storage_local_set', { key: 'theme', value: 'light' })).toMatchObject({ length: 5 });
    expect(await stage.call('storage_local_keys')).toMatchObject({
      keys: [{ key: 'accessToken' }, { key: 'theme', length: 5 }],
    });
    expect(await stage.call('storage_local_remove', { key: 'theme' })).toMatchObject({ removed: 'theme' });
    expect(await stage.call('storage_local_remove', { key: 'theme' })).toMatchObject({ code: 'storage.NOT_FOUND' });
    expect(await confirmed('storage_local_clear')).toMatchObject({ cleared: 1 });
    expect(await stage.call('storage_local_keys')).toMatchObject({ keys: [], count: 0 });
    expect(await stage.call('storage_session_keys')).toMatchObject({ count: 1 });
  });

  it('answers ACCESS_FAILED for a value that exceeds the quota, and refuses a huge argument', async () => {
    await open(`${url}full`);
    const value = 'x'.repeat(10_000);
    const answer = await stage.call('storage_local_set', { key: 'large', value });
    expect(answer).toMatchObject({
      code: 'storage.ACCESS_FAILED',
      details: { storage: 'local storage', reason: expect.stringContaining('QuotaExceededError') as string },
      retryable: false,
    });
    expect(await stage.call('storage_local_set', { key: 'a', value: `${value}x` })).toMatchObject({
      code: 'BAD_ARGUMENT',
    });
    expect(await stage.call('storage_local_get', {})).toMatchObject({ code: 'BAD_ARGUMENT' });
  });

  it('reads, sets and clears cookies, with those of servers masked', async () => {
    expect(await stage.call('storage_cookies')).toMatchObject({ count: 3 });
    const cookie = async (name: string) =>
      (await stage.call<{ cookies: object[] }>('storage_cookies', { name })).cookies;
    expect(await cookie('lang')).toMatchObject([{ value: 'de', httpOnly: false, path: '/' }]);
    expect(await cookie('sid')).toMatchObject([{ value: '[redacted]', httpOnly: true }]);
    expect(await cookie('csrf_token')).toMatchObject([{ value: '[redacted]' }]);
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    expect(
      await stage.call('storage_set_cookie', { name: 'lang', value: 'fr', expires, sameSite: 'Lax' }),
    ).toMatchObject({ ok: true });
    expect(await cookie('lang')).toMatchObject([
      { value: 'fr', sameSite: 'Lax', expires: expect.any(String) as string },
    ]);
    const foreign = await stage.call('storage_set_cookie', { name: '__Secure-x', value: '1', domain: 'example.org' });
    expect(foreign).toMatchObject({ code: 'storage.ACCESS_FAILED' });
    expect(await confirmed('storage_clear_cookies', { name: 'lang' })).toMatchObject({ cleared: 1 });
    expect(await cookie('lang')).toEqual([]);
    expect(await confirmed('storage_clear_cookies')).toMatchObject({ cleared: 2 });
  });

  it('describes and reads databases, with secrets masked', async () => {
    expect(await stage.call('storage_idb_schema', { database: 'shop' })).toMatchObject({
      version: 3,
      stores: [
        { name: 'notes', key_path: null, auto_increment: true, indexes: [], count: 1 },
        { name: 'orders', key_path: 'id', indexes: [{ name: 'by_owner', key_path: 'owner', unique: false }], count: 2 },
      ],
    });
    const orders = { database: 'shop', store: 'orders' };
    expect(await stage.call('storage_idb_keys', orders)).toMatchObject({ keys: [1, 2], count: 2 });
    expect(await stage.call('storage_idb_count', orders)).toMatchObject({ count: 2 });
    expect(await stage.call('storage_idb_get', { ...orders, key: 1 })).toMatchObject({
      value: { id: 1, owner: 'ann', password: '[redacted]', at: { $type: 'date', value: '1970-01-01T00:00:00.000Z' } },
    });
    expect(await stage.call('storage_idb_get', { ...orders, index: 'by_owner', key: 'bob' })).toMatchObject({
      value: { id: 2 },
    });
  });

  it('changes databases', async () => {
    const [orders, notes] = [
      { database: 'shop', store: 'orders' },
      { database: 'shop', store: 'notes' },
    ];
    expect(await stage.call('storage_idb_set', { ...orders, value: { id: 3, owner: 'eve' } })).toMatchObject({
      key: 3,
    });
    expect(await stage.call('storage_idb_set', { ...notes, value: 'second' })).toMatchObject({ key: 2 });
    expect(await stage.call('storage_idb_set', { ...notes, key: 'own', value: [1] })).toMatchObject({ key: 'own' });
    expect(await stage.call('storage_idb_delete', { ...orders, key: 1 })).toMatchObject({ deleted: 1 });
    expect(await stage.call('storage_idb_keys', { ...orders, limit: 1 })).toMatchObject({ keys: [2], count: 2 });
    expect(await confirmed('storage_idb_clear', notes)).toMatchObject({ cleared: 3 });
    expect(await stage.call('storage_idb_count', notes)).toMatchObject({ count: 0 });
  });

  it('names the part of a database that is missing or refused, and creates no database by reading', async () => {
    const missing = { code: 'storage.NOT_FOUND', http: 404 };
    expect(await stage.call('storage_idb_schema', { database: 'shpo' })).toMatchObject({
      ...missing,
      details: { what: 'database', available: ['shop'] },
    });
    expect(await stage.call('storage_idb_count', { database: 'shop', store: 'order' })).toMatchObject({
      ...missing,
      details: { what: 'store', available: ['notes', 'orders'] },
    });
    const orders = { database: 'shop', store: 'orders' };
    expect(await stage.call('storage_idb_get', { ...orders, index: 'by_name', key: 1 })).toMatchObject({
      ...missing,
      details: { what: 'index', available: ['by_owner'] },
    });
    expect(await stage.call('storage_idb_get', { ...orders, key: 9 })).toMatchObject({
      ...missing,
      details: { what: 'record', name: '9' },
    });
    expect(await stage.call('storage_idb_delete', { ...orders, key: 9 })).toMatchObject(missing);
    const refused = { code: 'storage.ACCESS_FAILED', details: { storage: 'IndexedDB' } };
    expect(await stage.call('storage_idb_set', { ...orders, value: { owner: 'no id' } })).toMatchObject(refused);
    expect(await stage.call('storage_idb_get', { ...orders, key: { no: 'key' } })).toMatchObject(refused);
    expect(await stage.call('storage_snapshot')).toMatchObject({ databases: { keys: ['shop'] } });
  });

  it('answers UNSUPPORTED for a document without an origin, and for addresses without cookies', async () => {
    await open(`${url}sandboxed`);
    const unsupported = { code: 'storage.UNSUPPORTED', http: 409, retryable: false };
    expect(await stage.call('storage_local_keys')).toMatchObject(unsupported);
    expect(await stage.call('storage_session_get', { key: 'a' })).toMatchObject(unsupported);
    expect(await stage.call('storage_local_set', { key: 'a', value: 'b' })).toMatchObject(unsupported);
    expect(await stage.call('storage_local_remove', { key: 'a' })).toMatchObject(unsupported);
    expect(await confirmed('storage_local_clear')).toMatchObject(unsupported);
    expect(await stage.call('storage_idb_schema', { database: 'a' })).toMatchObject(unsupported);
    expect(await stage.call('storage_snapshot')).toMatchObject({
      local: { unsupported: expect.any(String) as string },
      session: { unsupported: expect.any(String) as string },
      databases: { unsupported: expect.any(String) as string },
    });
    const address = 'file:///etc/hosts';
    expect(await stage.call('storage_cookies', { url: address })).toMatchObject(unsupported);
    expect(await stage.call('storage_set_cookie', { name: 'a', value: 'b', url: address })).toMatchObject(unsupported);
    expect(await confirmed('storage_clear_cookies', { url: address })).toMatchObject(unsupported);
  });
});

describe('storage with showSecrets', () => {
  it('shows values as they are', async () => {
    const web = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const stage = await openPluginStage([{ use: 'storage', grant, config: { showSecrets: true } }]);
    await stage.call('electron_open_page', { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/` });
    expect(await stage.call('storage_local_get', { key: 'accessToken' })).toMatchObject({ value: 'abc123' });
    await stage.close();
    web.close();
  });
});

describe('storage without a session, or without its grants', () => {
  it('answers NOT_RUNNING, and does not load without the capabilities that it uses', async () => {
    const stage = await openPluginStage([{ use: 'storage', grant }]);
    expect(await stage.call('storage_snapshot')).toMatchObject({ code: 'NOT_RUNNING' });
    await stage.close();
    await expect(openPluginStage([{ use: 'storage', grant: ['page'] }])).rejects.toMatchObject({
      failure: { code: 'PLUGIN_CAPABILITY_DENIED', details: { capabilities: ['devtools:Network'] } },
    });
  });
});
