import { createHash } from 'node:crypto';
import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { Envelope, LinkedStage } from '../src/testing/linked-stage.ts';
import { isRunning } from '../src/testing/processes.ts';
import { servePages } from './apps/serve-pages.ts';
import type { PageServer } from './apps/serve-pages.ts';

const page = `<!doctype html><title>Seed</title><button id=save disabled>Save</button><input id=name aria-label=Name>
<textarea id=host aria-label=Editor></textarea>
<script>document.querySelector('#host').addEventListener('beforeinput', (event) => event.preventDefault())</script>`;
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  STAGE_CHROMIUM: process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium',
  STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage',
  STAGE_ALLOW: 'pages,eval-renderer',
};

let stage: LinkedStage;
let pages: PageServer;
let session: { readonly session_id: string; readonly pid: number };

beforeAll(async () => {
  pages = await servePages();
  stage = await linkStage(environment, import.meta.dirname);
  session = await stage.call('electron_open_page', { url: pages.address(page) });
});
afterAll(async () => {
  await stage.close();
  await pages.close();
});

const call = (tool: string, args: JsonObject): Promise<Envelope> => stage.call(tool, args);

describe.skipIf(lacksBrowser)('over the wire', () => {
  it('the envelope has the session that it is about', async () => {
    const answer = await call('electron_get_text', { selector: '#save' });
    expect(answer._meta.session_id).toBe(session.session_id);
  });

  it('a reference that is not found has a hint and a next action that can be called', async () => {
    expect(await call('electron_click', { ref: 4711 })).toMatchObject({
      code: 'REF_NOT_FOUND',
      hint: 'Call snapshot first.',
      next_actions: ['electron_snapshot {}'],
    });
  });

  it('a reference that is not found has similar ones, with their roles and names', async () => {
    const { ref } = await stage.call<{ ref: number }>('electron_get_state', { selector: '#save' });
    await call('electron_eval_renderer', {
      code: 'const s = document.querySelector("#save"); s.replaceWith(s.cloneNode(true))',
    });
    const lost = await call('electron_click', { ref });
    expect(lost).toMatchObject({ code: 'REF_NOT_FOUND' });
    const [first] = lost['similar_refs'] as readonly JsonObject[];
    expect(first).toMatchObject({ ref: expect.any(Number) as number, role: 'button', name: 'Save' });
  });

  it.each(['process.exit(1)', 'require("fs")', 'eval("1")', 'Function("1")', 'a.__proto__', 'child_process.exec("a")'])(
    'code with a word of the blocklist is EVAL_BLOCKED_KEYWORD: %s',
    async (code) => {
      expect(await call('electron_eval_renderer', { code })).toMatchObject({
        code: 'EVAL_BLOCKED_KEYWORD',
        http: 400,
        retryable: false,
      });
    },
  );

  it.each([
    'process["exit"](1)',
    'globalThis["Function"]("1")',
    '(() => 1).constructor.constructor("1")()',
    'import("a")',
  ])(
    'code whose structure leads out is EVAL_BLOCKED_CONSTRUCT, with the construct and the hash alone: %s',
    async (code) => {
      const { details, ...answer } = await call('electron_eval_renderer', { code });
      expect(answer).toMatchObject({ code: 'EVAL_BLOCKED_CONSTRUCT', http: 400, retryable: false });
      const code_hash = `sha256:${createHash('sha256').update(code).digest('hex')}`;
      expect(details).toEqual({ construct: expect.any(String) as string, code_hash });
    },
  );

  it('only tools of type eval check code: other tools take the same text as text', async () => {
    const text = 'process.exit(1); require("fs")';
    expect(await call('electron_type', { selector: '#name', text })).toMatchObject({ ok: true });
    expect(await call('electron_get_value', { selector: '#name' })).toMatchObject({ value: text });
  });

  it('WAIT_TIMEOUT of a state has the last state under details.last_state', async () => {
    expect(
      await call('electron_wait_for_state', { selector: '#save', state: { enabled: true }, timeoutMs: 0 }),
    ).toMatchObject({ code: 'WAIT_TIMEOUT', retryable: true, details: { last_state: { enabled: false } } });
  });

  it('TYPE_NO_EFFECT tells that the target ignored the input, with the click that helps', async () => {
    const answer = await call('electron_keyboard_type', { selector: '#host', text: 'abc' });
    expect(answer).toMatchObject({ code: 'TYPE_NO_EFFECT', http: 422, retryable: false });
    expect(answer['next_actions']).toEqual([expect.stringMatching(/^electron_click /u)]);
  });

  it('typing that works, repeats the same value or types nothing is a success', async () => {
    for (const text of ['Ann', 'Ann', ''])
      expect(await call('electron_type', { selector: '#name', text })).toMatchObject({ ok: true });
  });

  it('an app that does not answer Browser.close in time is killed', async () => {
    process.kill(session.pid, 'SIGSTOP');
    expect(await call('electron_stop', { timeoutMs: 300 })).toMatchObject({ stopped: true, escalated: true });
    expect(isRunning(session.pid)).toBe(false);
  });
});
