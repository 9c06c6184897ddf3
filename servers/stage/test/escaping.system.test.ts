import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@recourse/contract';
import { linkClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

let app: OpenApp;
let linked: Linked;

beforeAll(async () => {
  if (!hosts.includes('Chromium')) return;
  app = await openApp('Chromium', '<!doctype html><title>Escaping</title>');
  linked = await linkClient(app.server);
});
afterAll(async () => {
  await linked.close();
  await app.close();
});

/** Calls a tool over MCP. */
const call = async (tool: string, args: JsonObject): Promise<JsonObject> =>
  (await linked.callTool(tool, args)).structuredContent as JsonObject;

type InputEventType = 'mouseMoved' | 'mousePressed' | 'mouseReleased' | 'keyDown';

/** Runs code in the page just before the stage sends a certain event, and after it has looked at the page. */
const change = (type: InputEventType, clickCount: number, code: string): void => {
  const session = app.surface().session as { send: (method: string, ...more: unknown[]) => Promise<unknown> };
  const { send } = session;
  session.send = async (method, params, options) => {
    const event = params as { type?: string; clickCount?: number } | undefined;
    const isAwaited = method.startsWith('Input.dispatch') && event?.type === type;
    if (isAwaited && (event.clickCount ?? clickCount) === clickCount) {
      session.send = send;
      await app.evaluate(`{ ${code} }`);
    }
    return send(method, params, options);
  };
};

/** A button, another one that can take its place, and a layer. The page keeps the clicks of all of them. */
const buttons = (
  script = '',
): string => `<!doctype html><style>button { position: absolute; left: 0; width: 100px; height: 50px }
  #layer { position: fixed; inset: 0 } [hidden] { display: none }</style>
  <main id=main><button id=b style="top:100px">Erase</button><button id=a style="top:0">Keep</button></main><div id=layer hidden></div>
  <script>got = []; for (const type of ['click', 'dblclick']) addEventListener(type, (event) => got.push(type + ' ' + event.target.id));
  const swap = () => { a.style.top = '100px'; b.style.top = '0'; }; ${script}</script>`;

const press = async (script: string, args: JsonObject = {}): Promise<JsonObject> => {
  await app.show(buttons(script));
  return call('electron_click', { selector: '#a', timeoutMs: 30_000, ...args });
};
const got = (): Promise<readonly string[]> => app.evaluate('got');

const moved = { code: 'ELEMENT_NOT_VISIBLE', details: { reason: 'it moved while it was pressed' } };
const removed = { code: 'REF_NOT_FOUND', details: { reason: 'removed' } };

describe.skipIf(!hosts.includes('Chromium'))('a button that escapes after it was pressed', () => {
  it.each([
    ['moves', 'swap()', moved],
    ['is removed', 'a.remove()', removed],
    ['is disabled', 'a.disabled = true', { code: 'ELEMENT_DISABLED' }],
    ['is covered', 'layer.hidden = false', { code: 'ELEMENT_COVERED', details: { covered_by: '<div id="layer">' } }],
    ['is taken out and put back', 'main.append(a)', { code: 'ELEMENT_NOT_VISIBLE' }],
  ])('and %s is not reported as clicked, and no other element is', async (_, code, expected) => {
    await app.show(buttons());
    change('mouseReleased', 1, code);
    const answer = await call('electron_click', { selector: '#a', timeoutMs: 30_000 });
    expect(answer).toMatchObject({ ok: false, ...expected, retryable: false, recourse: { effect: 'unknown' } });
    expect(await got()).toEqual([]);
  });

  it.each([
    ['moves', 'swap()', 'partial', { code: 'ELEMENT_NOT_VISIBLE' }],
    ['is removed', 'a.remove()', 'unknown', removed],
    ['is disabled', 'a.disabled = true', 'partial', { code: 'ELEMENT_DISABLED' }],
  ])(
    'between the two clicks of a double click and %s is not reported as clicked',
    async (_, code, effect, expected) => {
      await app.show(buttons());
      change('mousePressed', 2, code);
      const answer = await call('electron_click', { selector: '#a', clickCount: 2, timeoutMs: 30_000 });
      expect(answer).toMatchObject({ ok: false, ...expected, retryable: false, recourse: { effect } });
      expect(await got()).toEqual(['click a']);
    },
  );

  it('while it is pressed for the second time is not reported as clicked', async () => {
    await app.show(buttons());
    change('mouseReleased', 2, 'swap()');
    const answer = await call('electron_click', { selector: '#a', clickCount: 2, timeoutMs: 30_000 });
    expect(answer).toMatchObject({ ...moved, recourse: { effect: 'partial' } });
    expect(await got()).toEqual(['click a']);
  });

  it.each([
    ['moves', 'swap()'],
    ['is disabled for a moment', 'a.disabled = true; setTimeout(() => { a.disabled = false; }, 200);'],
  ])('and %s just before its press is clicked as soon as it can be', async (_, code) => {
    await app.show(buttons());
    change('mousePressed', 1, code);
    expect(await call('electron_click', { selector: '#a', timeoutMs: 30_000 })).toMatchObject({ ok: true });
    expect(await got()).toEqual(['click a']);
  });
});

describe.skipIf(!hosts.includes('Chromium'))('a page that answers the press itself', () => {
  it.each([
    ['removes the button when it is pressed', `a.addEventListener('mousedown', () => a.remove());`],
    [
      'removes it before others see the press',
      `a.addEventListener('pointerdown', (event) => { event.stopImmediatePropagation(); a.remove(); });`,
    ],
    [
      'removes it after its promises',
      `a.addEventListener('mousedown', async () => { await null; await null; a.remove(); });`,
    ],
    ['removes it when the mouse is released', `a.addEventListener('mouseup', () => a.remove());`],
    ['disables it when it is pressed', `a.addEventListener('mousedown', () => { a.disabled = true; });`],
    ['opens a layer over it', `a.addEventListener('pointerdown', () => { layer.hidden = false; });`],
    [
      'captures the pointer',
      `main.addEventListener('pointerdown', (event) => main.setPointerCapture(event.pointerId));`,
    ],
  ])('and %s is clicked', async (_, script) => {
    expect(await press(script)).toMatchObject({ ok: true });
  });

  it.each([
    ['removes the button', `a.addEventListener('click', () => a.remove());`, 1],
    ['disables the button', `a.addEventListener('click', () => { a.disabled = true; });`, 1],
    ['moves the button', `a.addEventListener('click', swap);`, 1],
    ['prevents what the press does', `addEventListener('pointerdown', (event) => event.preventDefault(), true);`, 1],
    ['removes the button at the second click', `a.addEventListener('dblclick', () => a.remove());`, 2],
  ])('when it is clicked and %s has got every click', async (_, script, clickCount) => {
    expect(await press(script, { clickCount })).toMatchObject({ ok: true });
    expect(await got()).toEqual(clickCount === 2 ? ['click a', 'click a', 'dblclick a'] : ['click a']);
  });

  it('and hides its clicks from others is clicked', async () => {
    const hiding = `for (const type of ['click', 'mouseup', 'pointerup']) addEventListener(type, (event) => { hidden = type; event.stopImmediatePropagation(); }, true);`;
    expect(await press(hiding)).toMatchObject({ ok: true });
    expect(await app.evaluate('hidden')).toBe('click');
  });
});

describe.skipIf(!hosts.includes('Chromium'))('an action that is cancelled while the page is busy', () => {
  const busy = `a.addEventListener('pointerdown', () => { const until = Date.now() + 1500; while (Date.now() < until); });`;

  it.each([
    ['electron_click', { selector: '#a' }],
    ['electron_drag', { selector: '#a', targetSelector: '#b' }],
  ])('leaves nothing in the page: %s', async (tool, args) => {
    await app.show(buttons(busy));
    const cancelling = new AbortController();
    const cancelled = linked.callTool(tool, args, { signal: cancelling.signal }).catch((error: unknown) => error);
    while (!(await Promise.race([app.evaluate('1').then(() => false), pause(300).then(() => true)]))) await pause(10);
    cancelling.abort();
    expect(await cancelled).toBeInstanceOf(Error);
    await app.evaluate('got.length = 0');
    expect(await call('electron_click', { selector: '#b', timeoutMs: 30_000 })).toMatchObject({ ok: true });
    expect(await got()).toEqual(['click b']);
  });
});

describe.skipIf(!hosts.includes('Chromium'))('keys for an element that does not take the focus', () => {
  it.each([
    ['a paragraph', '<p id=target>Text</p>'],
    ['a field behind a modal dialog', '<input id=target><dialog id=dialog><button>Delete all</button></dialog>'],
    ['a field that hands its focus on', '<input id=target onfocus="field.focus()">'],
  ])('do not reach another element: %s', async (_, html) => {
    await app.show(`<!doctype html><input id=field value=ab>${html}<script>
      got = []; addEventListener('keydown', (event) => got.push(event.key)); field.focus(); document.querySelector('dialog')?.showModal();</script>`);
    for (const keys of [
      { tool: 'electron_key', key: 'Backspace' },
      { tool: 'electron_press_sequence', keys: ['Enter'] },
    ]) {
      const { tool, ...more } = keys;
      expect(await call(tool, { selector: '#target', timeoutMs: 200, ...more })).toMatchObject({
        ok: false,
        recourse: { effect: 'none' },
      });
    }
    expect(await got()).toEqual([]);
    expect(await app.evaluate('field.value')).toBe('ab');
  });

  it('reach an element that has the focus inside it', async () => {
    await app.show('<!doctype html><div id=box><input id=field value=ab></div><script>field.focus()</script>');
    expect(await call('electron_key', { selector: '#box', key: 'End' })).toMatchObject({ ok: true });
  });
});

describe.skipIf(!hosts.includes('Chromium'))('text for an element that takes none', () => {
  it.each(['electron_type', 'electron_type_into_editor'])(
    'is not taken for typed because a clock runs: %s',
    async (tool) => {
      await app.show(`<!doctype html><main><section><button id=b>Save</button><div id=d tabindex=0>Card</div><p id=tick></p></section></main>
      <script>let n = 0; setInterval(() => { tick.textContent = ++n; }, 20);</script>`);
      for (const selector of ['#b', '#d']) {
        expect(await call(tool, { selector, text: 'ab' })).toMatchObject({ code: 'TYPE_NO_EFFECT' });
      }
    },
  );
});

describe.skipIf(!hosts.includes('Chromium'))('text that a number field would drop', () => {
  it('is refused, and the value stays', async () => {
    await app.show('<!doctype html><input id=n type=number value=12.5>');
    for (const text of ['abc', '1,5', '--']) {
      expect(await call('electron_type', { selector: '#n', text })).toMatchObject({ code: 'BAD_ARGUMENT' });
    }
    expect(await app.evaluate('n.value')).toBe('12.5');
    expect(await call('electron_type', { selector: '#n', text: '-3e2' })).toMatchObject({ ok: true });
    expect(await app.evaluate('n.value')).toBe('-3e2');
  });
});

describe.skipIf(!hosts.includes('Chromium'))('other actions on an element that escapes', () => {
  it('do not report a box as checked that moved', async () => {
    await app.show('<!doctype html><input type=checkbox id=a style="position:absolute;top:0">');
    change('mouseReleased', 1, "a.style.top = '200px'");
    expect(await call('electron_check', { selector: '#a' })).toMatchObject({
      ...moved,
      recourse: { effect: 'unknown' },
    });
    expect(await app.evaluate('a.checked')).toBe(false);
  });

  it('drag the element itself or nothing', async () => {
    const cards = `<!doctype html><style>div { position: absolute; left: 0; width: 90px; height: 40px }</style>
      <div id=lane style="top:300px">Lane</div><div id=b draggable=true style="top:100px">Other</div><div id=a draggable=true style="top:0">Card</div>
      <script>got = []; for (const type of ['mousedown', 'dragstart']) addEventListener(type, (event) => got.push(type + ' ' + event.target.id));</script>`;
    const drag = { selector: '#a', targetSelector: '#lane', timeoutMs: 30_000 };
    await app.show(cards);
    change('mousePressed', 1, "a.style.top = '200px'; b.style.top = '0';");
    expect(await call('electron_drag', drag)).toMatchObject({ ok: true });
    expect(await got()).toEqual(['mousedown a', 'dragstart a']);
    await app.show(cards);
    change('mousePressed', 1, 'a.remove()');
    expect(await call('electron_drag', { ...drag, timeoutMs: 200 })).toMatchObject({
      ok: false,
      recourse: { effect: 'none' },
    });
    expect(await got()).toEqual([]);
  });

  it.each(['electron_key', 'electron_press_sequence', 'electron_keyboard_type'])(
    'press keys in the element itself with %s',
    async (tool) => {
      const fields = `<!doctype html><main id=main><input id=a aria-label=A><input id=b aria-label=B></main>
      <script>got = []; addEventListener('keydown', (event) => got.push(event.key + ' ' + event.target.id));</script>`;
      const given = { electron_key: { key: 'x' }, electron_press_sequence: { keys: ['x', 'Tab', 'y'] } };
      const keys = given[tool as keyof typeof given] ?? { text: 'x' };
      for (const code of ['main.append(a)', 'b.focus()', 'a.blur()']) {
        await app.show(fields);
        change('keyDown', 1, code);
        expect(await call(tool, { selector: '#a', ...keys, timeoutMs: 30_000 })).toMatchObject({ ok: true });
        expect(await app.evaluate('a.value')).toBe('x');
        expect((await got())[0]).toBe('x a');
      }
      await app.show(fields);
      change('keyDown', 1, 'a.remove()');
      expect(await call(tool, { selector: '#a', ...keys, timeoutMs: 200 })).toMatchObject({
        ok: false,
        recourse: { effect: 'none' },
      });
      expect(await got()).toEqual([]);
    },
  );

  it('hover over the element where it is', async () => {
    await app.show(buttons(`over = 0; a.addEventListener('mouseenter', () => { over += 1; });`));
    change('mouseMoved', 1, 'swap()');
    expect(await call('electron_hover', { selector: '#a', timeoutMs: 30_000 })).toMatchObject({ ok: true });
    expect(await app.evaluate('over')).toBe(1);
  });
});
