import path from 'node:path';
import type { Json, JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { honestInMain, honestInRenderer, samplePage } from '../src/content/eval/testing/honest-code.ts';
import { hostileInMain, hostileInRenderer } from '../src/content/eval/testing/hostile-code.ts';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { LinkedStage } from '../src/testing/linked-stage.ts';
import { servePages } from './apps/serve-pages.ts';
import type { PageServer } from './apps/serve-pages.ts';

const apps = path.join(import.meta.dirname, 'apps');

interface Answer {
  readonly ok: boolean;
  readonly code?: string;
  readonly result?: Json;
  readonly details?: JsonObject;
}

let place: ElectronPlace | undefined;
let pages: PageServer;
let stage: LinkedStage;
/** The sessions of the Electron app and of the page in Chromium. */
const sessions = { main: '', renderer: '' };

beforeAll(async () => {
  place = lacksElectron ? undefined : await openElectronPlace();
  pages = await servePages();
  const environment = {
    ...(place?.environment ?? { PATH: process.env['PATH'] ?? '' }),
    STAGE_ALLOW: 'eval-main,eval-renderer',
    STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage',
  };
  stage = await linkStage(environment, apps);
  const open = async (tool: string, args: JsonObject): Promise<string> => {
    const opened = await stage.call<JsonObject>(tool, args);
    if (typeof opened['session_id'] !== 'string') throw new Error(JSON.stringify(opened));
    return opened['session_id'];
  };
  if (!lacksElectron) sessions.main = await open('electron_launch', { main: path.join(apps, 'hello') });
  if (!lacksBrowser) sessions.renderer = await open('electron_open_page', { url: pages.address(samplePage) });
});
afterAll(async () => {
  await stage.close();
  await pages.close();
  await place?.close();
});

type Target = keyof typeof sessions;

const run = (target: Target, code: string, more: JsonObject = {}): Promise<Answer> =>
  stage.call(`electron_eval_${target}`, { sessionId: sessions[target], code, ...more });

const targets = (['main', 'renderer'] as const).filter((one) => !(one === 'main' ? lacksElectron : lacksBrowser));

describe.each(targets)('electron_eval_%s', (target) => {
  const [honest, hostile] =
    target === 'main' ? ([honestInMain, hostileInMain] as const) : ([honestInRenderer, hostileInRenderer] as const);

  it('runs the code of testers and returns its results', async () => {
    for (const { code, arg, result } of honest) {
      const answer = await run(target, code, arg === undefined ? {} : { arg });
      expect({ code, ok: answer.ok, result: answer.result }, JSON.stringify(answer)).toEqual({
        code,
        ok: true,
        result,
      });
    }
  });

  it('refuses hostile code, and the app continues', async () => {
    for (const { code, refused } of hostile)
      expect({ code, refused: (await run(target, code)).code }).toEqual({ code, refused });
    expect(await run(target, '1 + 1')).toMatchObject({ result: 2 });
  });

  it.each([
    ['an endless loop', 'while (true) {}'],
    ['endless promises', 'while (true) await 0'],
    ['a promise that never settles', 'const { promise } = { promise: { then: () => 1 } }; await promise'],
  ])('ends the wait for %s, and the app works again', async (_, code) => {
    const answer = await run(target, code, { timeoutMs: 300 });
    expect(answer).toMatchObject({
      code: 'EVAL_TIMEOUT',
      retryable: false,
      details: { timeout_ms: 300, code_hash: expect.stringMatching(/^sha256:/u) as string },
      recourse: { effect: 'unknown' },
    });
    expect(await run(target, 'await Promise.resolve(1 + 1)')).toMatchObject({ result: 2 });
    expect(await stage.call('electron_snapshot', { sessionId: sessions[target] })).toMatchObject({ ok: true });
  });

  it('passes its argument as data', async () => {
    for (const arg of [
      '"); process.exit(0); ("',
      '`${1}` </script>',
      '\\u0022',
      { deep: [{ 'a b': null }] },
      null,
      0,
      false,
      '',
    ])
      expect(await run(target, 'arg', { arg })).toMatchObject({ result: arg });
    expect(await run(target, 'arg === undefined')).toMatchObject({ result: true });
  });

  it.each([
    ['a function', '() => () => 1', '[function without a name]'],
    ['a named function', 'const greet = () => 1; greet', '[function greet]'],
    ['a BigInt', '12n', '[BigInt 12]'],
    ['what is not a number', '[0 / 0, 1 / 0, -1 / 0]', ['[NaN]', '[Infinity]', '[-Infinity]']],
    ['a map', 'new Map([["a", 1]])', [['a', 1]]],
    ['a set', 'new Set([1, 2])', [1, 2]],
    ['a date', 'new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['an error', 'new Error("no")', { name: 'Error', message: 'no' }],
    ['a pattern', '/a/g', '[/a/g]'],
    ['undefined inside', '({ a: undefined, b: [undefined] })', { b: [null] }],
    ['a getter that throws', '({ get a() { throw new Error("no") }, b: 1 })', { a: '[threw Error: no]', b: 1 }],
    ['a method toJSON that throws', '({ toJSON() { throw new Error("no") } })', '[unreadable: no]'],
    ['a promise inside', '({ a: Promise.resolve(1) })', { a: '[Promise]' }],
    ['a circle', 'const a = []; a.push(a); a', ['[circular]']],
    ['the same value twice', 'const a = [1]; [a, a]', [[1], [1]]],
  ])('describes %s, which is not JSON', async (_, code, result) => {
    expect(await run(target, code)).toMatchObject({ ok: true, result });
  });

  it('returns the beginning of a result that is too long, and its length', async () => {
    const answer = await run(target, '"x".repeat(20000)');
    expect(answer).toMatchObject({ ok: true, truncated: true, result_chars: 20_002 });
    expect(answer).toMatchObject({ result_serialized: `"${'x'.repeat(9999)}` });
    expect(answer).not.toHaveProperty('result');
    const list = await run(target, 'Array.from({ length: 1000000 }, (_, i) => i)');
    expect(list).toMatchObject({ truncated: true, result_serialized: expect.stringMatching(/^\[0,1,2,/u) as string });
    expect(await run(target, '"x".repeat(9998)')).toMatchObject({ result: 'x'.repeat(9998) });
    let deep = '1';
    for (let depth = 0; depth < 100; depth += 1) deep = `[${deep}]`;
    expect(JSON.stringify(await run(target, deep))).toContain('[too deep]');
  });

  it.each([
    ['an error', 'throw new Error("no luck")', { error_name: 'Error', reason: 'no luck' }],
    ['an error of the language', 'null.x', { error_name: 'TypeError' }],
    ['an unknown name', 'const f = () => later; f(); let later = 1', { error_name: 'ReferenceError' }],
    ['a string', 'throw "no luck"', { error_name: 'string', reason: '"no luck"' }],
    ['nothing', 'throw null', { error_name: 'object', reason: 'null' }],
    ['a rejection', 'await Promise.reject(new Error("no luck"))', { reason: 'no luck' }],
    ['a long message', 'throw new Error("x".repeat(1000000))', { reason: 'x'.repeat(1000) }],
  ])('answers %s with EVAL_RUNTIME_ERROR', async (_, code, details) => {
    expect(await run(target, code)).toMatchObject({
      code: 'EVAL_RUNTIME_ERROR',
      details: { ...details, code_hash: expect.stringMatching(/^sha256:/u) as string },
      recourse: { effect: 'unknown' },
    });
  });

  it('answers code that only V8 refuses with EVAL_SYNTAX_ERROR', async () => {
    expect(await run(target, '/(?<year>.)(?<year>.)|[/v.test("a")')).toMatchObject({ code: 'EVAL_SYNTAX_ERROR' });
  });
});

describe.skipIf(lacksBrowser)('code in a page', () => {
  it('is given no password of the page', async () => {
    expect(await run('renderer', 'document.querySelector("#password").value')).toMatchObject({ result: '[secret]' });
    expect(await run('renderer', '({ a: ["correct horse"], b: "correct" })')).toMatchObject({
      result: { a: ['[secret]'], b: 'correct' },
    });
  });

  it('runs only where the page is, and says so when it leaves', async () => {
    const answer = await run('renderer', 'location.reload(); await new Promise(() => 1)');
    expect(answer).toMatchObject({ code: 'EVAL_RUNTIME_ERROR', details: { reason: 'the document was unloaded' } });
    expect(
      await stage.call('electron_wait_for_selector', { sessionId: sessions.renderer, selector: '#save' }),
    ).toMatchObject({ ok: true });
  });

  it('is not stopped by timers that the page starts later', async () => {
    const start = 'globalThis.ticks = 0; setInterval(() => { ticks += 1 }, 5); new Promise(() => 1)';
    expect(await run('renderer', start, { timeoutMs: 200 })).toMatchObject({ code: 'EVAL_TIMEOUT' });
    const wait =
      'const before = ticks; await new Promise((resolve) => setTimeout(() => resolve(), 50)); return ticks > before';
    expect(await run('renderer', wait)).toMatchObject({ result: true });
  });

  it('is refused in the main process of a session without one', async () => {
    const args = { sessionId: sessions.renderer, code: '1 + 1' };
    expect(await stage.call('electron_eval_main', args)).toMatchObject({
      code: 'TRANSPORT_UNSUPPORTED',
      details: { transport: 'page', supporting_transports: ['electron', 'packaged', 'injected'] },
      recourse: { effect: 'none' },
    });
  });
});

describe.skipIf(lacksElectron)('code in an Electron app', () => {
  it('also runs in its page', async () => {
    const args = { sessionId: sessions.main, code: 'document.querySelector("input").value' };
    expect(await stage.call('electron_eval_renderer', args)).toMatchObject({ result: 'Ada' });
  });

  it('sees windows by the members that it may use', async () => {
    expect(await run('main', 'BrowserWindow.getAllWindows()')).toMatchObject({
      result: [{ id: 1, getTitle: 'Hello', isVisible: true, getBounds: { width: expect.any(Number) as number } }],
    });
    expect(await run('main', 'const o = { close: 1 }; BrowserWindow.getAllWindows()[0].close()')).toMatchObject({
      code: 'EVAL_RUNTIME_ERROR',
      details: { error_name: 'TypeError' },
    });
  });
});

describe.skipIf(lacksElectron || lacksBrowser)('a call that names no session', () => {
  it('lists the sessions and does not repeat the code', async () => {
    const answer = await stage.call<JsonObject>('electron_eval_renderer', { code: '"repeat me"' });
    expect(answer).toMatchObject({ code: 'SESSION_AMBIGUOUS', next_actions: ['electron_status {}'] });
    expect(JSON.stringify(answer)).not.toContain('repeat me');
  });
});
