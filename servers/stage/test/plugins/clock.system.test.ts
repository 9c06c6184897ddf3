import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import { startOutsideApp } from '../../src/testing/outside-app.ts';
import { hosts } from '../apps/open-app.ts';
import { servePages } from '../apps/serve-pages.ts';
import type { PageServer } from '../apps/serve-pages.ts';
import { openHost } from './open-host.ts';
import type { PluginHost } from './open-host.ts';
import { openPluginStage } from './open-plugin-stage.ts';

const grant = ['page'];
const start = '2030-01-01T00:00:00.000Z';

/** Shows the year at its load, and counts the seconds of a timer. */
const counter = `<output id="year"></output><output id="count">0</output><output id="once"></output><script>
  year.textContent = new Date().getFullYear();
  let count = 0;
  const begin = () => {
    setInterval(() => { count += 1; document.getElementById('count').textContent = count; }, 1000);
    setTimeout(() => { once.textContent = new Date().toISOString(); }, 3600000);
  };
</script>`;
const button = (name: string, code: string): string => `<button onclick="${code}">${name}</button>`;

describe.each(hosts)('clock in %s', (host) => {
  let pages: PageServer;
  let stage: PluginHost;
  let page: string;

  beforeAll(async () => {
    pages = await servePages();
    const frame = `<!doctype html>${counter}<script>
      const tell = () => parent.postMessage(location.hostname + ' ' + new Date().getFullYear() + ' ' + count, '*');
      addEventListener('message', ({ data }) => (data === 'begin' ? begin() : tell()));
    </script>`;
    page = `<!doctype html>${counter}${button('Begin', 'begin()')}${button('Reload', 'location.reload()')}
      ${button('Date', 'out.textContent = new Date().toISOString()')}
      ${button('Real', `out.textContent = Date.prototype.constructor === Date && /native/.test(setTimeout)`)}
      ${button('Frames', `framesOut.textContent = ''; for (const one of document.querySelectorAll('iframe')) one.contentWindow.postMessage('tell', '*')`)}
      ${button('Begin in frames', `for (const one of document.querySelectorAll('iframe')) one.contentWindow.postMessage('begin', '*')`)}
      <output id="framesOut"></output>
      <script>
        const told = new Set();
        addEventListener('message', ({ data }) => { told.add(data); framesOut.textContent = [...told].toSorted().join(', '); });
      </script>
      <output id="out"></output><iframe title="near" src="${pages.address(frame)}"></iframe><iframe title="far" src="${pages.otherSite(frame)}"></iframe>`;
    stage = await openHost(host, [{ use: 'clock', grant }]);
  });
  afterAll(async () => {
    await stage.close();
    await pages.close();
  });
  beforeEach(() => stage.open(pages.address(page)));

  /** Waits until every frame has told this. */
  const framesTell = (text: string): Promise<void> =>
    vi.waitFor(async () => {
      await stage.click('Frames');
      expect(await stage.text('#framesOut')).toContain(text);
    }, 30_000);

  it('replaces the date in the page and moves it by commands only while it is paused', async () => {
    expect(await stage.call('clock_status')).toMatchObject({ installed: false });
    const paused = { installed: true, time: start, paused: true };
    expect(await stage.call('clock_install', { time: start, paused: true })).toMatchObject(paused);
    await stage.click('Date');
    expect(await stage.text('#out')).toBe(start);
    expect(await stage.call('clock_advance', { ms: 1500 })).toMatchObject({ time: '2030-01-01T00:00:01.500Z' });
    await stage.click('Date');
    expect(await stage.text('#out')).toBe('2030-01-01T00:00:01.500Z');
    expect(await stage.call('clock_status')).toMatchObject({ ...paused, time: '2030-01-01T00:00:01.500Z' });
  });

  it('fires every timer in a run, each once in a jump, and none when only the date changes', async () => {
    await stage.call('clock_install', { time: start, paused: true });
    await stage.click('Begin');
    expect(await stage.call('clock_status')).toMatchObject({ timers: 2 });
    expect(await stage.call('clock_run_for', { ms: 5000 })).toMatchObject({ ran_ms: 5000, complete: true });
    expect(await stage.text('#count')).toBe('5');
    expect(await stage.call('clock_advance', { ms: 10_000 })).toMatchObject({ time: '2030-01-01T00:00:15.000Z' });
    expect(await stage.text('#count')).toBe('6');
    await stage.call('clock_set_system_time', { time: '2031-01-01T00:00:00Z' });
    expect(await stage.text('#count')).toBe('6');
    expect(await stage.text('#once')).toBe('');
    await stage.call('clock_set_time', { time: Date.parse('2031-01-01T01:00:00Z') });
    expect(await stage.text('#once')).toBe('2031-01-01T01:00:00.000Z');
    expect(await stage.text('#count')).toBe('7');
  });

  it('lets time pass unless it is paused', async () => {
    await stage.call('clock_install', { time: start });
    await stage.click('Begin');
    await stage.sees('#count', '1');
    expect(await stage.call('clock_pause')).toMatchObject({ paused: true });
    const { time } = await stage.call<{ time: string }>('clock_status');
    await stage.click('Date');
    expect(await stage.text('#out')).toBe(time);
    expect(await stage.call('clock_resume')).toMatchObject({ paused: false });
    await vi.waitFor(async () => {
      await stage.click('Date');
      expect(Date.parse(await stage.text('#out'))).toBeGreaterThan(Date.parse(time) + 1000);
    }, 30_000);
  });

  it('survives a reload with its time', async () => {
    await stage.call('clock_install', { time: start, paused: true });
    await stage.call('clock_advance', { ms: 366 * 86_400_000 });
    await stage.click('Reload');
    await stage.sees('#year', '2031');
    await stage.click('Begin');
    await stage.call('clock_run_for', { ms: 2000 });
    expect(await stage.text('#count')).toBe('2');
    expect(await stage.call('clock_status')).toMatchObject({ paused: true, time: '2031-01-02T00:00:02.000Z' });
  });

  it('reaches frames, of other sites too', async () => {
    await stage.call('clock_install', { time: start, paused: true });
    await stage.click('Reload');
    await stage.sees('#year', '2030');
    await framesTell('127.0.0.1 2030 0, localhost 2030 0');
    await stage.click('Begin in frames');
    await stage.call('clock_run_for', { ms: 42_000 });
    await framesTell('127.0.0.1 2030 42');
    await framesTell('localhost 2030 42');
  });

  it('is removed by uninstall, and a run on a busy page stops and returns how far it got', async () => {
    await stage.call('clock_install', { time: start, paused: true });
    expect(await stage.call('clock_uninstall')).toMatchObject({ installed: false });
    await stage.click('Real');
    expect(await stage.text('#out')).toBe('true');
    expect(await stage.call('clock_uninstall')).toMatchObject({ code: 'clock.NOT_INSTALLED' });
    const busy = `<!doctype html>${button('Busy', 'setInterval(() => { for (let at = 0; at < 1e5; at += 1) Math.sqrt(at); }, 1)')}`;
    await stage.open(pages.address(busy));
    await stage.call('clock_install', { paused: true });
    await stage.click('Busy');
    const run = await stage.call<{ ran_ms: number }>('clock_run_for', { ms: 86_400_000 });
    expect(run).toMatchObject({ complete: false });
    expect(run.ran_ms).toBeLessThan(86_400_000);
  });

  it('answers NOT_INSTALLED before the installation, and in another session', async () => {
    const none = { code: 'clock.NOT_INSTALLED', http: 409, retryable: false, details: { surface_id: 's1' } };
    expect(await stage.call('clock_advance', { ms: 1 })).toMatchObject(none);
    expect(await stage.call('clock_run_for', { ms: 1 })).toMatchObject(none);
    expect(await stage.call('clock_set_time', { time: start })).toMatchObject(none);
    expect(await stage.call('clock_set_system_time', { time: start })).toMatchObject(none);
    expect(await stage.call('clock_pause')).toMatchObject(none);
    expect(await stage.call('clock_resume')).toMatchObject(none);
    await stage.call('clock_install');
    await stage.open(pages.address(page));
    expect(await stage.call('clock_pause')).toMatchObject(none);
  });

  it('answers UNSUPPORTED for a page that keeps its date, and for a time that has passed', async () => {
    await stage.call('clock_install', { time: start, paused: true });
    const past = await stage.call('clock_set_time', { time: '2029-01-01T00:00:00Z' });
    expect(past).toMatchObject({ code: 'clock.UNSUPPORTED', http: 409, retryable: false });
    const locked = `<!doctype html><script>Object.defineProperty(globalThis, 'Date', { writable: false, configurable: false })</script>`;
    await stage.open(pages.address(locked));
    expect(await stage.call('clock_install', { time: start })).toMatchObject({ code: 'clock.UNSUPPORTED' });
    expect(await stage.call('clock_status')).toMatchObject({ installed: false });
  });

  it('refuses arguments that are not valid', async () => {
    const bad = { code: 'BAD_ARGUMENT' };
    expect(await stage.call('clock_install', { time: 'tomorrow' })).toMatchObject(bad);
    expect(await stage.call('clock_advance', { ms: -1 })).toMatchObject(bad);
    expect(await stage.call('clock_advance', {})).toMatchObject(bad);
    expect(await stage.call('clock_run_for', { ms: 1e12 })).toMatchObject(bad);
  });
});

describe.skipIf(lacksElectron)('a clock in an app that keeps running', () => {
  it('is removed when the stage detaches from the app', async () => {
    const place = await openElectronPlace();
    const outside = await startOutsideApp(place, ['--inspect-port=0', path.join(import.meta.dirname, '../apps/desk')]);
    // The signal that opens the inspector ends an app that does not run yet.
    await outside.printed(/(desk is ready)/u);
    const stage = await openPluginStage([{ use: 'clock', grant }], { environment: place.environment });
    const inject = () => stage.call('electron_inject', { pid: outside.pid, timeoutMs: 30_000 });
    try {
      expect(await inject()).toMatchObject({ ok: true });
      expect(await stage.call('clock_install', { time: start, paused: true })).toMatchObject({ time: start });
      await stage.call('electron_detach');
      // On a loaded machine, the first attempt after a detach can fail.
      await vi.waitFor(async () => expect(await inject()).toMatchObject({ ok: true }), 40_000);
      // A page that had a clock refuses a second one.
      const { time } = await stage.call<{ time: string }>('clock_install');
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(86_400_000);
    } finally {
      await stage.close();
      await outside.close();
      await place.close();
    }
  });
});
