import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import type { ElectronPlace } from '../../src/testing/electron-place.ts';
import { startOutsideApp } from '../../src/testing/outside-app.ts';
import { servePages } from '../apps/serve-pages.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginStage } from './open-plugin-stage.ts';

const main = path.join(import.meta.dirname, '../apps/office');
const grant = ['main'];
const entry = { use: 'ipc', grant };

describe.skipIf(lacksElectron)('ipc', () => {
  let place: ElectronPlace;
  let stage: PluginStage;
  beforeAll(async () => {
    place = await openElectronPlace();
    stage = await openPluginStage([entry], { environment: place.environment, appRoots: [main] });
  });
  afterAll(async () => {
    await stage.close();
    await place.close();
  });
  beforeEach(async () => {
    await stage.call('electron_stop');
    expect(await stage.call('electron_launch', { main, timeoutMs: 50_000 })).toMatchObject({ ok: true });
  });

  const press = async (name: string): Promise<string> => {
    await stage.call('electron_click', { by: { role: 'button', name } });
    return (await stage.call<{ text: string }>('electron_get_text', { selector: '#out' })).text;
  };
  /** Presses a button until the page shows this. */
  const shows = (name: string, text: string): Promise<void> =>
    vi.waitFor(async () => expect(await press(name)).toBe(text), 20_000);
  const untouched = '{"ipc":true,"notifications":true,"symbols":[]}';

  it('captures calls and messages on the given channels, with secrets masked', async () => {
    expect(await stage.call('ipc_capture_start', { channels: ['login', 'fa*', 'log'] })).toMatchObject({ ok: true });
    for (const name of ['Count', 'Login', 'Fail', 'Log']) await press(name);
    type Captured = { readonly messages: readonly object[] };
    await vi.waitFor(async () => {
      expect((await stage.call<Captured>('ipc_captured')).messages).toMatchObject([
        {
          number: 1,
          kind: 'invoke',
          channel: 'login',
          arguments: [{ name: 'ann', password: '[redacted]' }],
          result: { name: 'ann', token: '[redacted]' },
          stubbed: false,
        },
        { number: 2, channel: 'fail', error: 'Error: out of paper' },
        { number: 3, kind: 'send', channel: 'log', arguments: ['a line'] },
      ]);
    }, 20_000);
    const found = await stage.call('ipc_captured', { since: 1, limit: 1 });
    expect(found).toMatchObject({ messages: [{ number: 2 }], count: 2, truncated: 1, dropped: 0 });
    expect(await stage.call('ipc_captured', { channel: 'log' })).toMatchObject({ count: 1 });
    expect(JSON.stringify(await stage.call('ipc_captured'))).not.toContain('t0ps3cr3t');
    expect(await stage.call('ipc_capture_start', { channels: ['*'] })).toMatchObject({ code: 'ipc.ALREADY_CAPTURING' });
    expect(await stage.call('ipc_capture_stop')).toMatchObject({ stopped: true, count: 3 });
    const none = { code: 'ipc.NOT_CAPTURING', http: 409, retryable: false };
    expect(await stage.call('ipc_capture_stop')).toMatchObject(none);
    expect(await stage.call('ipc_captured')).toMatchObject(none);
    await shows('State', untouched);
  });

  it('invokes handlers as the page does', async () => {
    expect(await stage.call('ipc_invoke', { channel: 'count', args: [5] })).toMatchObject({ result: 5 });
    expect(await stage.call('ipc_invoke', { channel: 'who' })).toMatchObject({ result: 'Office' });
    expect(await stage.call('ipc_invoke', { channel: 'login', args: [{ name: 'bob' }] })).toMatchObject({
      result: { name: 'bob', token: '[redacted]' },
    });
    const failed = { code: 'ipc.INVOKE_FAILED', http: 422, retryable: false };
    expect(await stage.call('ipc_invoke', { channel: 'fail' })).toMatchObject({
      ...failed,
      details: { reason: 'Error: out of paper' },
    });
    expect(await stage.call('ipc_invoke', { channel: 'never', timeoutMs: 50 })).toMatchObject(failed);
    const unknown = await stage.call<{ details: { available: string[] } }>('ipc_invoke', { channel: 'conut' });
    expect(unknown).toMatchObject(failed);
    expect(unknown.details.available).toContain('count');
    await shows('State', untouched);
  });

  it('stubs channels, with a handler and without, a number of times, and with errors', async () => {
    expect(await stage.call('ipc_stub', { channel: 'login', response: { name: 'stub' }, times: 1 })).toMatchObject({
      stubs: ['login'],
    });
    await shows('Login', '{"name":"stub"}');
    await shows('Login', '{"name":"ann","token":"t0ps3cr3t"}');
    await stage.call('ipc_stub', { channel: 'unknown', response: 7 });
    await shows('Unknown', '7');
    await press('Late');
    expect(await stage.call('ipc_stub', { channel: 'fail', response: null, error: 'no ink' })).toMatchObject({
      stubs: ['unknown', 'fail'],
    });
    await vi.waitFor(async () => expect(await press('Fail')).toContain('no ink'), 20_000);
    expect(await stage.call('ipc_unstub', { channel: 'unknown' })).toMatchObject({ removed: 1, stubs: ['fail'] });
    await shows('Unknown', '"known"');
    expect(await stage.call('ipc_unstub')).toMatchObject({ removed: 1, stubs: [] });
    await shows('State', untouched);
  });

  it('restores an app whose last stub has answered for the last time', async () => {
    await stage.call('ipc_stub', { channel: 'login', response: 1, times: 1 });
    await shows('Login', '1');
    await shows('State', untouched);
  });

  it('refuses channels of Electron and those that the operator does not allow, and bad arguments', async () => {
    const refused = { code: 'ipc.CHANNEL_NOT_ALLOWED', http: 403, retryable: false };
    expect(await stage.call('ipc_stub', { channel: 'ELECTRON_BROWSER_REQUIRE', response: 1 })).toMatchObject(refused);
    expect(await stage.call('ipc_stub', { channel: 'a*', response: 1 })).toMatchObject(refused);
    const bad = { code: 'BAD_ARGUMENT' };
    expect(await stage.call('ipc_capture_start', { channels: [] })).toMatchObject(bad);
    expect(await stage.call('ipc_stub', { channel: 'a' })).toMatchObject(bad);
    expect(await stage.call('ipc_invoke', { channel: 'x'.repeat(201) })).toMatchObject(bad);
    const options = { environment: place.environment, appRoots: [main] };
    const strict = await openPluginStage([{ ...entry, config: { channels: ['log*', 'count'] } }], options);
    await stage.call('electron_stop');
    await strict.call('electron_launch', { main, timeoutMs: 50_000 });
    expect(await strict.call('ipc_invoke', { channel: 'who' })).toMatchObject(refused);
    expect(await strict.call('ipc_capture_start', { channels: ['login', '*'] })).toMatchObject({
      ...refused,
      details: { channel: '*' },
    });
    expect(await strict.call('ipc_capture_start', { channels: ['login*'] })).toMatchObject({ ok: true });
    expect(await strict.call('ipc_invoke', { channel: 'count', args: [1] })).toMatchObject({ result: 1 });
    expect(await strict.call('ipc_invoke', { channel: 'log-it' })).toMatchObject({
      details: { available: ['count', 'login'] },
    });
    await strict.close();
  });

  it('restores an app that keeps running', async () => {
    await stage.call('electron_stop');
    const outside = await startOutsideApp(place, ['--inspect-port=0', main]);
    // The signal that opens the inspector ends an app that does not run yet.
    await outside.printed(/(office is ready)/u);
    const inject = () => stage.call('electron_inject', { pid: outside.pid, timeoutMs: 30_000 });
    expect(await inject()).toMatchObject({ ok: true });
    await stage.call('ipc_stub', { channel: 'count', response: 'stubbed' });
    await shows('Count', '"stubbed"');
    await stage.call('electron_detach');
    const again = await inject();
    expect(again, JSON.stringify(again)).toMatchObject({ ok: true });
    await shows('State', untouched);
    await stage.call('electron_detach');
    await outside.close();
  });

  it('answers MAIN_EVAL_UNSUPPORTED for a page', async () => {
    await stage.call('electron_stop');
    const pages = await servePages();
    await stage.call('electron_open_page', { url: pages.address('<p>page</p>'), timeoutMs: 50_000 });
    const unsupported = { code: 'ipc.MAIN_EVAL_UNSUPPORTED', http: 409, details: { transport: 'page' } };
    expect(await stage.call('ipc_capture_start', { channels: ['a'] })).toMatchObject(unsupported);
    expect(await stage.call('ipc_captured')).toMatchObject(unsupported);
    expect(await stage.call('ipc_capture_stop')).toMatchObject(unsupported);
    expect(await stage.call('ipc_invoke', { channel: 'a' })).toMatchObject(unsupported);
    expect(await stage.call('ipc_stub', { channel: 'a', response: 1 })).toMatchObject(unsupported);
    expect(await stage.call('ipc_unstub')).toMatchObject(unsupported);
    await pages.close();
  });
});
