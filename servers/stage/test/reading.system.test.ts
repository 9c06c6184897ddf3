import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import type { OpenPage } from '../src/observe/testing/open-page.ts';
import { openPageServer } from '../src/testing/page-server.ts';
import type { PageServer } from '../src/testing/page-server.ts';
import type { Server } from '@recourse/engine';
import type { JsonObject } from '@recourse/contract';

let opened: PageServer;
let page: OpenPage;
let server: Server;

beforeAll(async () => {
  opened = await openPageServer();
  ({ page, server } = opened);
});
afterAll(() => opened.close());

interface Answer {
  readonly matches: readonly { readonly ref: number; readonly name: string }[];
  readonly text: string;
  readonly more?: { readonly tool: string; readonly arguments: JsonObject };
  readonly omitted: { readonly more: { readonly tool: string; readonly arguments: JsonObject } };
  readonly similar: readonly { readonly ref: number }[];
  readonly next_actions: readonly { readonly tool: string; readonly arguments: JsonObject }[];
}

const call = async (tool: string, args: JsonObject = {}): Promise<Answer> => {
  const outcome = await server.call({ tool, arguments: args, caller: { transport: 'in-process', local: true } });
  return (outcome.ok ? outcome.value : outcome) as unknown as Answer;
};

const refOf = async (nameExact: string): Promise<number> => {
  const { matches } = await call('electron_find', { name_exact: nameExact });
  return matches[0]?.ref as number;
};

describe.skipIf(lacksBrowser)('tools that read', () => {
  it('finds elements by role and name, and reads their text, value, attributes and states', async () => {
    await page.load(`<!doctype html><title>T</title><main><h1>Orders</h1><label>Amount <input value="12" data-unit="EUR" required></label>
      <button disabled>Pay</button><p id=p>First line<br>second <b>line</b></p><select aria-label=Size><option>S<option selected>M</select></main>`);
    const found = await call('electron_find', { role: 'textbox', name_contains: 'amo' });
    expect(found).toMatchObject({ count: 1, matches: [{ role: 'textbox', name: 'Amount', value: '12' }] });
    const ref = await refOf('Amount');
    expect(await call('electron_get_value', { ref })).toMatchObject({ value: '12' });
    expect(await call('electron_get_attribute', { ref, name: 'data-unit' })).toMatchObject({ value: 'EUR' });
    expect(await call('electron_get_attribute', { ref, name: 'absent' })).toMatchObject({ value: null });
    expect(await call('electron_get_state', { ref })).toMatchObject({
      state: { visible: true, enabled: true, required: true, checked: false },
    });
    expect(await call('electron_get_state', { selector: 'button' })).toMatchObject({
      name: 'Pay',
      state: { enabled: false },
    });
    expect(await call('electron_get_text', { selector: '#p' })).toMatchObject({ text: 'First line\nsecond line' });
    expect(await call('electron_get_value', { selector: 'select' })).toMatchObject({ value: 'M' });
    expect(await call('electron_get_computed_style', { selector: '#p b', properties: ['font-weight'] })).toMatchObject({
      style: { 'font-weight': '700' },
    });
    expect(await call('electron_exists', { selector: '.missing' })).toMatchObject({ exists: false });
    expect(await call('electron_exists', { ref })).toMatchObject({ exists: true, visible: true });
  });

  it('finds elements by the row that they are in, and by several names, one line for each', async () => {
    await page.load(`<!doctype html><table><tr><td>Ada<td><button>Edit</button><button>Delete</button>
      <tr><td>Bo<td><button>Edit</button><button>Delete</button></table><label>Name <input value=Cy></label><button>Save</button>`);
    const near = await call('electron_find', { role: 'button', name_exact: 'Delete', near: 'bo' });
    expect(near).toMatchObject({ count: 1, matches: [{ name: 'Delete', context: 'Bo' }] });
    const lines = (await call('electron_find', {
      name_any: ['name', 'Save'],
      interactive: true,
      format: 'text',
    })) as unknown as { matches_text: string };
    for (const field of ['matches', 'count', 'surface_id']) expect(lines).not.toHaveProperty(field);
    expect(lines.matches_text).toMatch(/^\[\d+\] textbox "Name" = "Cy"\n\[\d+\] button "Save"$/u);
    expect(await call('electron_find', { near: 'Cy' })).toMatchObject({ count: 0, matches: [] });
    expect(await call('electron_find', { name_exact: 'Save', name_any: ['Save'] })).toMatchObject({
      code: 'VALIDATION_INVALID_VALUE',
    });
  });

  it('waits for a match as long as it is told to', async () => {
    await page.load('<!doctype html><p>Please wait</p>');
    expect(await call('electron_find', { role: 'button' })).toMatchObject({ count: 0 });
    const waiting = call('electron_find', { role: 'button', timeoutMs: 10_000 });
    await page.evaluate(`document.body.append(document.createElement('button'))`);
    expect(await waiting).toMatchObject({ count: 1 });
    expect(await call('electron_find', { role: 'slider', timeoutMs: 50 })).toMatchObject({ count: 0 });
  });

  it('continues in the same format when lines are omitted', async () => {
    await page.load(`<!doctype html>${'<button>Go</button>'.repeat(9)}`);
    expect(await call('electron_find', { role: 'button', limit: 2, format: 'text' })).toMatchObject({
      count: 9,
      truncated: 7,
      more: { arguments: { role: 'button', limit: 8, format: 'text' } },
    });
  });

  it('reads the element that has the focus inside a closed shadow root', async () => {
    await page.load('<!doctype html><div id=host></div><input aria-label=Outside>');
    await page.evaluate(`{ const root = document.querySelector('#host').attachShadow({ mode: 'closed' });
      root.innerHTML = '<button>Inside</button>'; root.querySelector('button').focus(); }`);
    expect(await call('electron_focused_element')).toMatchObject({ focused: { role: 'button', name: 'Inside' } });
    await page.evaluate(`document.querySelector('input').focus()`);
    expect(await call('electron_focused_element')).toMatchObject({ focused: { role: 'textbox', name: 'Outside' } });
    await page.evaluate(`document.activeElement.blur()`);
    expect(await call('electron_focused_element')).toMatchObject({ focused: null });
  });

  it('answers calls with selectors that run at the same time', async () => {
    await page.load('<!doctype html><button>One</button><button>Two</button>');
    const calls = Array.from({ length: 40 }, () => call('electron_elements_list', { selector: 'button' }));
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ count: 2 });
  });

  it('lists the matches of a selector in frames and closed shadow roots', async () => {
    await page.load(
      `<!doctype html><button class=x>Top</button><x-a><template shadowrootmode=closed><button class=x>Shadow</button></template></x-a>
      <iframe srcdoc="<button class=x>Same site</button>"></iframe><iframe src="${page.foreign('<button class=x>Other site</button>')}"></iframe>`,
      1,
    );
    const { matches } = await call('electron_elements_list', { selector: '.x' });
    expect(matches.map(({ name }) => name).toSorted()).toEqual(['Other site', 'Same site', 'Shadow', 'Top']);
  });

  it('finds hidden elements only if asked for them', async () => {
    await page.load(`<!doctype html><button>Shown</button><div hidden><button>Hidden</button></div>
      <div style="visibility:hidden"><button disabled>Invisible</button></div>`);
    const names = async (args: object) =>
      (await call('electron_find', { role: 'button', ...args })).matches.map(({ name }) => name);
    expect(await names({})).toEqual(['Shown']);
    expect(await names({ visible: false })).toEqual(['Hidden', 'Invisible']);
    expect(await names({ visible: false, enabled: true, interactive: true })).toEqual(['Hidden']);
    const [hidden] = (await call('electron_find', { name_exact: 'Hidden', visible: false })).matches;
    expect(await call('electron_get_state', { ref: hidden?.ref as number })).toMatchObject({
      name: 'Hidden',
      state: { visible: false },
    });
  });

  it('tells a search that the page was loaded again since the last snapshot', async () => {
    await page.load('<!doctype html><button>One</button>');
    await call('electron_snapshot', {});
    expect(await call('electron_find', { role: 'button' })).not.toHaveProperty('renderer_reloaded');
    await page.load('<!doctype html><button>Two</button>');
    expect(await call('electron_find', { role: 'button' })).toMatchObject({ renderer_reloaded: true });
    expect(await call('electron_find', { role: 'button' })).not.toHaveProperty('renderer_reloaded');
  });

  it('refuses a selector that is not CSS, and one that matches nothing, with different codes', async () => {
    await page.load('<!doctype html><button>A</button>');
    expect(await call('electron_get_text', { selector: 'a[[' })).toMatchObject({ code: 'SELECTOR_INVALID' });
    expect(await call('electron_get_text', { selector: '.none' })).toMatchObject({ code: 'SELECTOR_NO_MATCH' });
    expect(await call('electron_get_text', {})).toMatchObject({
      code: 'VALIDATION_INVALID_VALUE',
      details: { rule: "must have exactly one of 'ref', 'selector' and 'by'" },
    });
  });

  it('gives the reason, the old element and alternatives for a lost reference', async () => {
    await page.load('<!doctype html><main><button id=a>Save draft</button><button>Cancel</button></main>');
    const ref = await refOf('Save draft');
    expect(await call('electron_get_text', { ref: 4_000_000 })).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { reason: 'never_seen' },
    });
    await page.evaluate(`document.querySelector('#a').replaceWith(document.querySelector('#a').cloneNode(true))`);
    const replaced = await call('electron_get_text', { ref });
    expect(replaced).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { ref, reason: 'replaced', last_role: 'button', last_name: 'Save draft' },
    });
    const [similar] = replaced.similar;
    expect(await call('electron_get_text', { ref: similar?.ref as number })).toMatchObject({ text: 'Save draft' });
    await page.evaluate(`document.querySelector('#a').textContent = 'Erase disk'`);
    expect(await call('electron_get_text', { ref: similar?.ref as number })).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { reason: 'changed', last_name: 'Save draft', name: 'Erase disk' },
    });
    const [next] = replaced.next_actions;
    expect(await call(next?.tool as string, next?.arguments)).toMatchObject({ kind: 'full' });
  });

  it('suggests a call for what a snapshot or a search omits, and the call shows it', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `<li><button>Open ${at}</button></li>`);
    await page.load(`<!doctype html><ul>${rows.join('')}</ul>`);
    const first = await call('electron_snapshot', { sessionId: 'session-1', budgetTokens: 600 });
    expect(first.omitted.more.arguments).toMatchObject({ sessionId: 'session-1', unseenOnly: true });
    const second = await call(first.omitted.more.tool, first.omitted.more.arguments);
    expect(second).toMatchObject({ kind: 'full' });
    const found = await call('electron_find', { role: 'button', limit: 20 });
    expect(found).toMatchObject({ count: 60, truncated: 40 });
    const more = await call(found.more?.tool as string, found.more?.arguments);
    expect(more.matches.length).toBe(60);
    expect(await call('electron_snapshot', { budgetTokens: 100 })).toMatchObject({
      code: 'VALIDATION_OUT_OF_RANGE',
      details: { param_name: 'budgetTokens' },
    });
  });

  it('reads a long text in parts that fit the budget', async () => {
    const words = Array.from({ length: 4000 }, (_, at) => `word${at}`).join(' ');
    await page.load(`<!doctype html><p id=long>${words}</p>`);
    let answer = await call('electron_get_text', { selector: '#long', budgetTokens: 2000 });
    const parts: string[] = [answer.text];
    while (answer.more) {
      answer = await call(answer.more.tool, answer.more.arguments);
      parts.push(answer.text);
    }
    expect(parts.join('') === words).toBe(true);
    expect(parts.length).toBeGreaterThan(5);
  });
});
