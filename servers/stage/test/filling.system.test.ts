import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { openActingPage } from '../src/testing/acting-page.ts';
import type { ActingPage } from '../src/testing/acting-page.ts';

let page: ActingPage;

beforeAll(async () => {
  if (!lacksBrowser) page = await openActingPage();
});
afterAll(() => page.close());

const fill = (...fields: readonly JsonObject[]) => page.call('electron_fill_form', { fields, timeoutMs: 1000 });

/** Every kind of field, and the events that the page sees. */
const form = `<!doctype html><form>
  <label>Name <input id=name value=old></label><label>Note <textarea id=note></textarea></label>
  <label>Secret <input type=password id=secret></label><div id=rich contenteditable aria-label=Rich role=textbox>old</div>
  <label>Day <input type=date id=day min=2026-01-01></label><label>Ink <input type=color id=ink></label>
  <label><input type=checkbox id=gift> Gift</label><label><input type=checkbox id=news checked> News</label>
  <label><input type=radio name=pay id=card> Card</label><label><input type=radio name=pay id=cash checked> Cash</label>
  <div role=switch aria-checked=false aria-label=Fast id=fast tabindex=0 onclick="fast.ariaChecked = 'true'">Fast</div>
  <label>Size <select id=size><option value=s>Small<option value=l>Large<option value=x disabled>Huge</select></label>
  <label>Tags <select id=tags multiple><option>A<option>B<option>C</select></label>
  <label>File <input type=file id=file></label><button type=button id=go>Go</button><input id=off disabled aria-label=Off><input type=number id=count aria-label=Count value=7><input maxlength=3 id=short aria-label=Short></form>
  <script>changes = []; addEventListener('input', (event) => changes.push(event.target.id));</script>`;
const state = `[document.querySelector('#name').value, note.value, secret.value, rich.textContent, day.value, ink.value, gift.checked, news.checked,
  card.checked, fast.ariaChecked, size.value, [...tags.selectedOptions].map((option) => option.value).join()]`;
const empty = ['old', '', '', 'old', '', '#000000', false, true, false, 'false', 's', ''];

describe.skipIf(lacksBrowser)('electron_fill_form', () => {
  it('fills in fields of every kind, named in every way', async () => {
    await page.load(form);
    const { matches } = await page.call('electron_find', { name_exact: 'Name' });
    const answer = await fill(
      { ref: matches[0]?.ref, value: 'Ada' },
      { selector: '#note', value: 'two\nlines' },
      { by: { role: 'textbox', name: 'Secret' }, value: 'hunter2' },
      { selector: '#rich', value: 'bold' },
      { selector: '#day', value: '2026-11-18' },
      { selector: '#ink', value: '#ff0000' },
      { by: { role: 'checkbox', name: 'Gift' }, value: true },
      { selector: '#news', value: false },
      { selector: '#card', value: true },
      { by: { role: 'switch', name: 'Fast' }, value: true },
      { selector: '#size', value: 'Large' },
      { selector: '#tags', value: ['A', 'C'] },
    );
    expect(answer).toMatchObject({ filled: 12 });
    expect(answer).toHaveProperty('fields.0', { ref: matches[0]?.ref, role: 'textbox', name: 'Name' });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(await page.evaluate(state)).toEqual([
      'Ada',
      'two\nlines',
      'hunter2',
      'bold',
      '2026-11-18',
      '#ff0000',
      true,
      false,
      true,
      'true',
      'l',
      'A,C',
    ]);
    expect(await page.evaluate('new Set(changes).size')).toBe(11);
  });

  it.each<[string, JsonObject, string, string]>([
    ['a list without the option', { selector: '#size', value: 'hunter2' }, 'fields[1].value', 'Small, Large, Huge'],
    ['a list whose option is disabled', { selector: '#size', value: 'x' }, 'fields[1].value', 'not disabled'],
    ['a list that takes one option', { selector: '#size', value: ['s', 'l'] }, 'fields[1].value', 'only one'],
    ['text for a checkbox', { selector: '#gift', value: 'hunter2' }, 'fields[1].value', 'true or false'],
    ['true for a text field', { selector: '#note', value: true }, 'fields[1].value', 'a string'],
    ['a radio button that would be unchecked', { selector: '#cash', value: false }, 'fields[1].value', 'another one'],
    ['a day that is not one', { selector: '#day', value: 'hunter2' }, 'fields[1].value', 'type date'],
    ['a number that is not one', { selector: '#count', value: 'hunter2' }, 'fields[1].value', 'type number'],
    ['more than a field takes', { selector: '#short', value: 'hunter2' }, 'fields[1].value', 'at most 3 characters'],
    ['a colour by name', { selector: '#ink', value: 'red' }, 'fields[1].value', '#ff0000'],
    ['a file field', { selector: '#file', value: '/etc/hostname' }, 'fields[1]', 'electron_set_files'],
    ['a button', { selector: '#go', value: 'x' }, 'fields[1]', 'not a field'],
    ['the same field twice', { by: { role: 'textbox', name: 'Name' }, value: 'x' }, 'fields[1]', 'fields[0]'],
    ['no target', { value: 'x' }, 'fields[1]', 'exactly one'],
    ['two targets', { selector: '#note', ref: 1, value: 'x' }, 'fields[1]', 'exactly one'],
  ])('changes nothing if the call names %s', async (_, field, argument, reason) => {
    await page.load(form);
    const refused = await fill({ selector: '#name', value: 'Ada' }, field);
    expect(refused).toMatchObject({ code: 'BAD_ARGUMENT', effect: 'none', details: { argument } });
    expect(refused.details['reason']).toContain(reason);
    expect(JSON.stringify(refused)).not.toContain('hunter2');
    expect(await page.evaluate(state)).toEqual(empty);
  });

  it('changes nothing if a field is not ready or not there, and says which', async () => {
    await page.load(form);
    const named = { selector: '#name', value: 'Ada' };
    expect(await fill(named, { selector: '#off', value: 'x' })).toMatchObject({
      code: 'ELEMENT_DISABLED',
      effect: 'none',
      message: expect.stringMatching(/^fields\[1\]: /) as string,
    });
    expect(await fill(named, { selector: '#none', value: 'x' })).toMatchObject({ code: 'SELECTOR_NO_MATCH' });
    expect(await fill(named, { ref: 999_999, value: 'x' })).toMatchObject({ code: 'REF_NOT_FOUND' });
    expect(await page.evaluate(state)).toEqual(empty);
  });

  it('says which fields are filled in if one fails midway', async () => {
    await page.load(`<!doctype html><input id=a aria-label=A><input id=b aria-label=B><input id=c aria-label=C>
      <script>a.addEventListener('input', () => { b.disabled = true; });</script>`);
    const fields = [
      { selector: '#a', value: 'one' },
      { selector: '#b', value: 'hunter2' },
      { selector: '#c', value: 'hunter2' },
    ];
    const failed = await fill(...fields);
    expect(failed).toMatchObject({
      code: 'BATCH_PARTIAL_FAILURE',
      effect: 'partial',
      details: {
        total: 3,
        succeeded: 1,
        failed: 1,
        results: [{ index: 0, value: { role: 'textbox', name: 'A' } }],
        errors: [{ index: 1, code: 'ELEMENT_DISABLED', effect: 'none' }],
        pending: [{ index: 2, role: 'textbox', name: 'C' }],
      },
      next_actions: [{ tool: 'electron_snapshot' }],
    });
    expect(JSON.stringify(failed)).not.toContain('hunter2');
    expect(await page.evaluate('[a.value, b.value, c.value]')).toEqual(['one', '', '']);
  });

  it('has no effect if the first field ignores its text', async () => {
    await page.load(`<!doctype html><textarea id=a></textarea><input id=b>
      <script>a.addEventListener('beforeinput', (event) => event.preventDefault());</script>`);
    expect(await fill({ selector: '#a', value: 'x' }, { selector: '#b', value: 'y' })).toMatchObject({
      code: 'BATCH_PARTIAL_FAILURE',
      effect: 'none',
      details: { succeeded: 0, errors: [{ index: 0, code: 'TYPE_NO_EFFECT' }], pending: [{ index: 1 }] },
    });
  });

  it('waits until every field is ready', async () => {
    await page.load(`<!doctype html><input id=a aria-label=A><div id=more></div>
      <script>setTimeout(() => { more.innerHTML = '<input id=b aria-label=B disabled>'; }, 100); setTimeout(() => { b.disabled = false; }, 300);</script>`);
    const fields = [
      { selector: '#a', value: 'one' },
      { by: { role: 'textbox', name: 'B' }, value: 'two' },
    ];
    expect(await page.call('electron_fill_form', { fields, timeoutMs: 30_000 })).toMatchObject({ filled: 2 });
    expect(await page.evaluate('[a.value, b.value]')).toEqual(['one', 'two']);
  });
});
