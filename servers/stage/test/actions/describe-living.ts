import type { JsonObject } from '@recourse/contract';
import { expect, it } from 'vitest';
import { acting } from '../../src/tools/acting.ts';
import type { Toolbox } from '../../src/tools/toolbox.ts';
import type { OpenApp } from '../apps/open-app.ts';

type Answer = JsonObject & { readonly details: JsonObject };

const patient = { timeoutMs: 30_000 };

/** A small app whose state is its own oracle. */
const form = `<!doctype html><title>Order</title><main><h1>Order</h1>
  <label>Name <input id=name></label><label><input type=checkbox id=gift> Gift</label>
  <label>Size <select id=size><option>Small<option>Large</select></label>
  <button id=send onclick="sent = [document.querySelector('#name').value, gift.checked, size.value, confirm('Send the order?')]">Send</button>
  <div id=drop draggable=true style="width:80px;height:40px">Card</div><div id=lane style="width:200px;height:60px">Lane</div></main>
  <script>sent = null; lane.addEventListener('dragover', (event) => event.preventDefault()); drop.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'card'));
  lane.addEventListener('drop', (event) => { event.preventDefault(); lane.textContent = 'Lane with ' + event.dataTransfer.getData('text/plain'); });</script>`;

/** Whole tasks: a form with its dialog, pages that change and close, and calls at the same time. */
export const describeLiving = (host: OpenApp['host'], app: () => OpenApp): void => {
  const act = (tool: string, args: JsonObject = {}): Promise<Answer> => app().call(tool, args);

  /** The id of a surface other than this one, once there is one. */
  const newSurface = async (known: string): Promise<string> => {
    for (;;) {
      const found = app()
        .sessions.find()
        .surfaces()
        .find(({ id }) => id !== known);
      if (found) return found.id;
      await act('electron_wait', { ms: 20 });
    }
  };

  it('fill in a form, answer its dialog by policy, and check the result', async () => {
    await app().show(form);
    await act('electron_type', { by: { role: 'textbox', name: 'Name' }, text: 'Ada' });
    await act('electron_keyboard_type', { text: ' L' });
    await act('electron_check', { by: { role: 'checkbox', name: 'Gift' } });
    await act('electron_select_option', { by: { role: 'combobox', name: 'Size' }, values: ['Large'] });
    await act('electron_dialog_handler', { action: 'accept', oneShot: true });
    expect(await act('electron_click', { by: { role: 'button', name: 'Send' } })).toMatchObject({
      target: { role: 'button', name: 'Send' },
      dialogs: [{ type: 'confirm', message: 'Send the order?', action: 'accept' }],
    });
    expect(await app().evaluate('sent')).toEqual(['Ada L', true, 'Large', true]);
    expect(await act('electron_expect_value', { selector: '#name', equals: 'Ada L', ...patient })).toMatchObject({
      matched: true,
    });
    await act('electron_drag', { selector: '#drop', targetSelector: '#lane' });
    expect(
      await act('electron_expect_text', { selector: '#lane', equals: 'Lane with card', ...patient }),
    ).toMatchObject({
      matched: true,
    });
  });

  it('name the cover of an element, and click once it is gone', async () => {
    await app().show(
      `<!doctype html><button id=a onclick="document.title = 'clicked'">Pay</button><div id=layer role=dialog aria-label=Wait style="position:fixed;inset:0;background:white"></div>`,
    );
    expect(await act('electron_click', { selector: '#a', timeoutMs: 100 })).toMatchObject({
      code: 'ELEMENT_COVERED',
      effect: 'none',
      details: { covered_by: 'dialog "Wait"' },
    });
    const clicking = act('electron_click', { selector: '#a', ...patient });
    await app().evaluate('layer.remove()');
    expect(await clicking).toHaveProperty('target');
    expect(await app().evaluate('document.title')).toBe('clicked');
  });

  it('are done one after another, each once', async () => {
    await app().show(
      '<!doctype html><button id=a onclick="count += 1">Add</button><input id=b><script>count = 0;</script>',
    );
    const calls = Array.from({ length: 6 }, (_, at) =>
      at % 2 === 0
        ? act('electron_click', { selector: '#a', ...patient })
        : act('electron_keyboard_type', { selector: '#b', text: String(at).repeat(5), ...patient }),
    );
    for (const answer of await Promise.all(calls)) expect(answer).toHaveProperty('target');
    expect(await app().evaluate('[count, b.value]')).toEqual([3, '111113333355555']);
  });

  it('succeed where a click removes its element or loads another page', async () => {
    await app().show('<!doctype html><button id=a onclick="a.remove()">Close</button><a id=b href="?next">Next</a>');
    expect(await act('electron_click', { selector: '#a' })).toHaveProperty('target');
    expect(await act('electron_click', { selector: '#b' })).toHaveProperty('target');
    expect(await act('electron_expect_url', { contains: '?next', ...patient })).toMatchObject({ matched: true });
  });

  it('succeed where a click closes its window', async () => {
    await app().show('<!doctype html><title>Main</title>');
    const main = app().surface().id;
    await app().evaluate(
      `open(${JSON.stringify(app().pages.address('<!doctype html><button onclick="window.close()">Close me</button>'))}), 0`,
    );
    const popup = await newSurface(main);
    await act('electron_switch_surface', { surfaceId: popup });
    expect(await act('electron_click', { by: { role: 'button', name: 'Close me' }, ...patient })).toHaveProperty(
      'target',
    );
    while (app().sessions.find().surfaces().length > 1) await act('electron_wait', { ms: 20 });
    expect(await act('electron_click', { selector: 'button' })).toMatchObject({
      code: 'SURFACE_CLOSED',
      effect: 'none',
    });
    await act('electron_switch_surface', { surfaceId: main });
  });

  it('have no more time than the cap of their time limit', async () => {
    await app().show('<!doctype html><button id=a>Go</button>');
    const call = { correlation_id: 'cap', signal: new AbortController().signal, arguments: { timeoutMs: 10 ** 9 } };
    const toolbox = { sessions: app().sessions } as Toolbox;
    const given = await acting(toolbox, call, (action) => Promise.resolve({ timeoutMs: action.deadline.timeoutMs }));
    expect(given).toEqual({ timeoutMs: 30_000 });
    expect(await act('electron_click', { selector: '#a', timeoutMs: 10 ** 9 })).toHaveProperty('target');
  });

  it.runIf(host === 'Electron')('reach elements inside a webview', async () => {
    await app().show('browser.html');
    const main = app().surface().id;
    await act('electron_switch_surface', { surfaceId: await newSurface(main) });
    expect(await act('electron_click', { selector: '#last', ...patient })).toMatchObject({
      target: { name: 'Save draft' },
    });
    expect(
      await act('electron_expect_state', { selector: '#last', state: { focused: true }, ...patient }),
    ).toMatchObject({
      matched: true,
    });
    await act('electron_switch_surface', { surfaceId: main });
  });

  it.runIf(host === 'Chromium')('end with RENDERER_HUNG and without an effect on a page that hangs', async () => {
    await app().show('<!doctype html><button id=a>Go</button>');
    const ref = ((await act('electron_find', { role: 'button' })) as unknown as { matches: { ref: number }[] })
      .matches[0]?.ref;
    await app().evaluate('setTimeout(() => { const end = Date.now() + 60_000; while (Date.now() < end); }, 0), 0');
    expect(await act('electron_click', { ref: ref as number })).toMatchObject({
      code: 'RENDERER_HUNG',
      effect: 'none',
    });
  });
};
