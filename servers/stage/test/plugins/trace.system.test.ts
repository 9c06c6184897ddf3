import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser, startBrowser } from '../../src/observe/testing/open-page.ts';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginStage } from './open-plugin-stage.ts';
import { serveHtml } from './serve-html.ts';
import type { ServedHtml } from './serve-html.ts';

const apps = path.join(import.meta.dirname, '../apps');
const packages = path.resolve(import.meta.dirname, '../../../../tests/stage/node_modules');
const plugin = { use: 'trace', grant: ['calls', 'files', 'pictures'] };

/** Markup in the content of a hostile app. */
const attack = '<img src=x onerror="document.title=1"><b>x</b>';
const list = `<!doctype html><meta charset="utf-8"><title>List</title>
  <h1>List</h1><label>Item <input id="item"></label><button id="add">Add</button><ul id="items"></ul>
  <button id="odd"></button><output id="sum">0</output>
  <script>
    odd.textContent = ${JSON.stringify(attack)};
    add.onclick = () => {
      items.append(Object.assign(document.createElement('li'), { textContent: item.value }));
      sum.textContent = items.children.length;
      item.value = '';
    };
  </script>`;

interface Written {
  readonly path: string;
  readonly records: number;
  readonly failures: number;
}

describe.skipIf(lacksBrowser)('a recording of a page', () => {
  let stage: PluginStage;
  let web: ServedHtml;
  let folder: string;
  let recorded: Written;
  beforeAll(async () => {
    web = await serveHtml();
    stage = await openPluginStage([{ ...plugin, config: { maxRecords: 20 } }]);
    folder = path.join(stage.folder, '.recourse/stage/trace/traces');
  });
  afterAll(async () => {
    await stage.close();
    web.close();
  });
  const call = (tool: string, args?: Parameters<PluginStage['call']>[1]) => stage.call(tool, args);

  it('can be started once, and cannot be stopped before that', async () => {
    expect(await call('trace_status')).toMatchObject({ recording: false });
    expect(await call('trace_stop')).toMatchObject({ code: 'trace.NOT_RECORDING' });
    expect(await call('trace_budget')).toMatchObject({ code: 'trace.NOT_RECORDING' });
    expect(await call('trace_tokens')).toMatchObject({ code: 'trace.NOT_RECORDING' });
    expect(await call('trace_start', { name: 'list', budgetTokens: 100_000 })).toMatchObject({
      recording: true,
      budget: { spent: 0, over_budget: false },
    });
    expect(await call('trace_start')).toMatchObject({ code: 'trace.ALREADY_RECORDING' });
  });

  it('has every call, with its failures and without typed strings', async () => {
    await call('electron_open_page', { url: web.publish(list) });
    const { snapshot } = await stage.call<{ snapshot: string }>('electron_snapshot');
    const ref = Number(/\[(?<ref>\d+)\] button "Add"/u.exec(snapshot)?.groups?.['ref']);
    await call('electron_type', { selector: '#item', text: 'milk-4711' });
    await call('electron_click', { ref });
    await call('electron_click', { selector: '#nowhere', timeoutMs: 100 });
    await call('electron_hover', { selector: '#odd' });
    await call('electron_expect_text', { selector: '#sum', equals: '1' });
    expect(await call('trace_status')).toMatchObject({ recording: true, records: 7 });
    expect(await call('trace_budget')).toMatchObject({ budget: { budget_tokens: 100_000, near_budget: false } });
    recorded = await stage.call<Written>('trace_stop');
    expect(recorded).toMatchObject({ records: 7, failures: 1, overflowed: false });
    const lines = readFileSync(recorded.path, 'utf8');
    expect(lines).toContain('SELECTOR_NO_MATCH');
    expect(lines).not.toContain('milk-4711"');
    expect(await call('trace_tokens', { path: recorded.path })).toMatchObject({ total: expect.any(Number) as number });
  });

  it('is shown as a page with its steps, screenshots and failures, and runs no code of the app', async () => {
    const shown = await stage.call<Written>('trace_view', { path: 'list' });
    expect(shown).toMatchObject({ calls: 7, failures: 1 });
    const html = readFileSync(shown.path, 'utf8');
    const browser = await startBrowser();
    try {
      const page = await browser.openPage(html);
      const read = <Value>(code: string) => page.evaluate<Value>(code);
      expect(await read('document.title')).toBe('list – trace');
      const titles = await read<string[]>(`[...document.querySelectorAll('.step h2')].map((one) => one.innerText)`);
      expect(titles.map((title) => title.replace(/\s+/u, ' '))).toEqual([
        expect.stringMatching(/^1 open page http/u),
        '2 snapshot',
        '3 type #item',
        '4 click button "Add"',
        '5 click #nowhere',
        '6 hover #odd',
        '7 expect text #sum',
      ]);
      expect(await read(`[...document.querySelectorAll('.failure b')].map((one) => one.innerText)`)).toEqual([
        'SELECTOR_NO_MATCH',
      ]);
      const sizes = await read<number[]>(`[...document.querySelectorAll('figure img')].map((one) => one.naturalWidth)`);
      expect(sizes.length).toBeGreaterThan(2);
      expect(sizes.every((width) => width > 100)).toBe(true);
      expect(await read(`document.querySelectorAll('script').length`)).toBe(0);
      expect(await read(`document.body.textContent.includes('onerror')`)).toBe(true);
      await read(`document.querySelector('#failures').click()`);
      const visible = `[...document.querySelectorAll('.step')].filter((one) => one.offsetHeight > 0).map((one) => one.id)`;
      expect(await read(visible)).toEqual(['step-5']);
      const isWide = 'document.documentElement.scrollWidth > innerWidth';
      expect(await read(isWide)).toBe(false);
      await page.surface.session.send('Emulation.setDeviceMetricsOverride', {
        width: 375,
        height: 800,
        deviceScaleFactor: 2,
        mobile: true,
      });
      expect(await read(isWide)).toBe(false);
    } finally {
      await browser.close();
    }
  });

  it('is replayed in a new session, and a value that was masked must be given', async () => {
    await call('electron_stop');
    expect(await call('trace_replay', { path: 'list', dryRun: true })).toMatchObject({ replayed: 0, skipped: 1 });
    const missing = await call('trace_replay', { path: 'list' });
    expect(missing).toMatchObject({ skipped: 1, matched: 6, diverged: 0 });
    await call('electron_stop');
    const again = { path: recorded.path, values: { 3: 'bread' }, exclude: ['electron_snapshot'] };
    expect(await call('trace_replay', again)).toMatchObject({ replayed: 6, matched: 6, diverged: 0, skipped: 0 });
    expect(await call('electron_get_text', { selector: '#items' })).toMatchObject({ text: 'bread' });
    await call('electron_stop');
  });

  it('diverges when the app has changed, and stops there unless told otherwise', async () => {
    const text = readFileSync(recorded.path, 'utf8');
    const [, url = ''] = /"url":"(?<url>http[^"]+)"/u.exec(text) ?? [];
    const other = web.publish('<!doctype html><title>Other</title><h1>Other</h1><button>Add</button>');
    writeFileSync(path.join(folder, 'other.jsonl'), text.replaceAll(url, other));
    const given = { path: 'other', values: { 3: 'x' } };
    const stopped = await stage.call<{ calls: readonly object[] }>('trace_replay', given);
    expect(stopped).toMatchObject({ diverged: 1 });
    expect(stopped.calls.at(-1)).toMatchObject({
      seq: 3,
      result: 'diverged',
      recorded: { ok: true },
      actual: { code: 'SELECTOR_NO_MATCH' },
    });
    await call('electron_stop');
    const whole = await call('trace_replay', { ...given, stopOnError: false, exclude: ['electron_expect_text'] });
    expect(whole).toMatchObject({ replayed: 6, diverged: 2 });
    await call('electron_stop');
  });

  it('is exported as a test that Playwright runs', async () => {
    const exported = await stage.call<Written & { variables: string[] }>('trace_promote', { path: 'list' });
    expect(exported).toMatchObject({ exported: 5, omitted: [{ seq: 5 }], variables: ['TRACE_TEXT_3'] });
    const { code, output } = await runPlaywright(exported.path, { TRACE_TEXT_3: 'butter' });
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') as string });
    const failing = await runPlaywright(exported.path, {});
    expect(failing.code).not.toBe(0);
    expect(failing.output).toContain('Set the environment variable TRACE_TEXT_3');
  }, 240_000);

  it('keeps no more calls than configured, and counts the others', async () => {
    await call('trace_start', { name: 'many', pictures: false, budgetTokens: 1 });
    for (let count = 0; count < 25; count += 1) await call('electron_status');
    expect(await call('trace_budget')).toMatchObject({ budget: { over_budget: true, near_budget: true } });
    expect(await call('trace_replay', { path: 'list' })).toMatchObject({ code: 'trace.BUDGET_EXCEEDED' });
    expect(existsSync(path.join(folder, 'many.partial.jsonl'))).toBe(true);
    expect(await call('trace_stop')).toMatchObject({ records: 20, overflowed: true });
    expect(await call('trace_view', { path: 'many' })).toMatchObject({ calls: 20, pictures: 0 });
  });

  it('continues when the app exits or crashes', async () => {
    await call('trace_start', { name: 'crash' });
    await call('electron_open_page', { url: web.publish(list) });
    await call('electron_stop');
    await call('electron_click', { selector: '#add' });
    expect(await call('trace_stop')).toMatchObject({ records: 3, failures: 1 });
  });

  it.each([
    ['trace_view', { path: 'nothing' }, 'trace.ARTIFACT_NOT_FOUND'],
    ['trace_replay', { path: 'nothing' }, 'trace.ARTIFACT_NOT_FOUND'],
    ['trace_view', { path: 'broken' }, 'trace.ARTIFACT_INVALID'],
    ['trace_promote', { path: 'broken' }, 'trace.ARTIFACT_INVALID'],
    ['trace_tokens', { path: 'empty' }, 'trace.ARTIFACT_INVALID'],
    ['trace_view', { path: 'list', out: 'taken' }, 'trace.ARTIFACT_WRITE_FAILED'],
    ['trace_start', { name: 'linked' }, 'trace.ARTIFACT_WRITE_FAILED'],
    ['trace_view', { path: '../../../etc/passwd' }, 'BAD_ARGUMENT'],
    ['trace_view', { path: '/etc/passwd' }, 'BAD_ARGUMENT'],
    ['trace_start', { name: '../up' }, 'BAD_ARGUMENT'],
    ['trace_start', { warnThreshold: 2 }, 'BAD_ARGUMENT'],
    ['trace_replay', { path: 'list', maxCalls: 5000 }, 'BAD_ARGUMENT'],
  ])('rejects %s %j with %s', async (tool, args, code) => {
    writeFileSync(path.join(folder, 'broken.jsonl'), '{"kind":"trace"}\n');
    writeFileSync(path.join(folder, 'empty.jsonl'), '');
    mkdirSync(path.join(folder, 'taken.html'), { recursive: true });
    rmSync(path.join(folder, 'linked.partial.jsonl'), { force: true });
    symlinkSync('/etc/nothing', path.join(folder, 'linked.partial.jsonl'));
    expect(await stage.call(tool, args)).toMatchObject({ ok: false, code });
  });

  it('is written when the server stops while it is in progress', async () => {
    const kept = path.join(stage.folder, 'kept');
    mkdirSync(kept);
    const other = await openPluginStage([plugin]);
    // The folder of the stage is deleted at its end.
    symlinkSync(kept, path.join(other.folder, '.recourse'));
    await other.call('trace_start', { name: 'last' });
    await other.call('electron_status');
    const file = path.join(kept, 'stage/trace/traces/last.jsonl');
    expect(existsSync(file)).toBe(false);
    await other.close();
    expect(readFileSync(file, 'utf8')).toContain('"kind":"end"');
  });
});

/** Runs a test with Playwright on Debian's Chromium. */
const runPlaywright = async (
  spec: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> => {
  const folder = path.dirname(spec);
  const link = path.join(folder, 'node_modules');
  if (!existsSync(link)) symlinkSync(packages, link);
  const launchOptions = {
    executablePath: process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  };
  const config = {
    testDir: '.',
    testMatch: path.basename(spec),
    workers: 1,
    timeout: 120_000,
    reporter: 'line',
    use: { launchOptions },
  };
  writeFileSync(path.join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)};`);
  const child = spawn(process.execPath, [path.join(packages, '@playwright/test/cli.js'), 'test'], {
    cwd: folder,
    env: { ...process.env, ...variables, NODE_OPTIONS: '', CI: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
};

describe.skipIf(lacksElectron)('a recording of an Electron app', () => {
  it('is shown with screenshots, and replayed', async () => {
    const place = await openElectronPlace();
    const stage = await openPluginStage([plugin], { environment: place.environment, appRoots: [apps] });
    try {
      await stage.call('trace_start', { name: 'native' });
      await stage.call('electron_launch', { main: path.join(apps, 'native') });
      await stage.call('electron_click', { by: { role: 'button', name: 'Count' } });
      await stage.call('electron_stop');
      expect(await stage.call('trace_stop')).toMatchObject({ records: 3, failures: 0 });
      const shown = await stage.call<{ pictures: number }>('trace_view', { path: 'native' });
      expect(shown.pictures).toBeGreaterThan(0);
      expect(await stage.call('trace_replay', { path: 'native' })).toMatchObject({ replayed: 3, matched: 3 });
      const exported = await stage.call<Written>('trace_promote', { path: 'native' });
      expect(readFileSync(exported.path, 'utf8')).toContain('_electron.launch');
    } finally {
      await stage.close();
      await place.close();
    }
  });
});
