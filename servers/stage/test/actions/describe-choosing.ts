import { expect, it } from 'vitest';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ActingApp } from './acting-app.ts';

/** Boxes, lists and files. */
export const describeChoosing = (page: ActingApp): void => {
  it('change boxes, radio buttons and switches once, and leave those that are right', async () => {
    await page.load(`<!doctype html><label><input type=checkbox id=a>A</label><input type=radio name=r id=b><input type=radio name=r id=c checked>
      <div role=switch aria-checked=false id=d tabindex=0 onclick="setTimeout(() => d.ariaChecked = 'true', 50)">D</div>
      <script>changes = 0; addEventListener('change', () => { changes += 1; });</script>`);
    for (const selector of ['#a', '#a', '#b', '#d']) {
      expect(await page.call('electron_check', { selector })).toMatchObject({ checked: true });
    }
    expect(await page.evaluate('[a.checked, b.checked, d.ariaChecked, changes]')).toEqual([true, true, 'true', 2]);
    expect(await page.call('electron_uncheck', { selector: '#a' })).toMatchObject({ checked: false });
    expect(await page.evaluate('a.checked')).toBe(false);
  });

  it('selects by value and by label, waits for late options, and lists the options if one is missing', async () => {
    await page.load(`<!doctype html><select id=a><option value=s>Small<option value=m>Medium<option disabled>Huge</select><select id=b multiple><option>X<option>Y<option>Z</select>
      <script>seen = []; addEventListener('change', (event) => seen.push(event.target.id)); setTimeout(() => a.add(new Option('Late')), 200);</script>`);
    expect(await page.call('electron_select_option', { selector: '#a', values: ['Medium'] })).toMatchObject({
      selected: ['m'],
    });
    expect(await page.call('electron_select_option', { selector: '#b', values: ['X', 'Z'] })).toMatchObject({
      selected: ['X', 'Z'],
    });
    expect(
      await page.call('electron_select_option', { selector: '#a', values: ['Late'], timeoutMs: 30_000 }),
    ).toMatchObject({
      selected: ['Late'],
    });
    expect(await page.evaluate('[a.value, ...seen]')).toEqual(['Late', 'a', 'b', 'a']);
    const missing = await page.call('electron_select_option', { selector: '#a', values: ['Tiny'], timeoutMs: 50 });
    expect(missing).toMatchObject({ code: 'BAD_ARGUMENT', details: { argument: 'values' } });
    expect(missing.details['reason']).toContain('Small, Medium, Huge');
    expect(
      await page.call('electron_select_option', { selector: '#a', values: ['Huge'], timeoutMs: 50 }),
    ).toMatchObject({
      code: 'ELEMENT_DISABLED',
    });
    expect(await page.call('electron_select_option', { selector: '#a', values: ['s', 'm'] })).toMatchObject({
      code: 'BAD_ARGUMENT',
    });
    await page.evaluate('a.hidden = true');
    const hidden = { selector: '#a', values: ['s'], timeoutMs: 0 };
    expect(await page.call('electron_select_option', hidden)).toMatchObject({ code: 'ELEMENT_NOT_VISIBLE' });
    expect(await page.call('electron_select_option', { ...hidden, force: true })).toMatchObject({ selected: ['s'] });
  });

  it('puts files into a hidden field and drops them where the page takes them', async () => {
    const file = path.join(page.folder(), 'note.txt');
    await writeFile(file, 'hello');
    await page.load(`<!doctype html><input type=file id=a style="display:none"><div id=zone style="height:100px">Drop</div><div id=wall style="height:100px">Wall</div>
      <script>zone.addEventListener('dragover', (event) => event.preventDefault()); zone.addEventListener('drop', async (event) => { event.preventDefault(); dropped = event.dataTransfer.files[0].name; });</script>`);
    expect(await page.call('electron_set_files', { selector: '#a', paths: [file] })).toMatchObject({ files: 1 });
    expect(await page.evaluate('a.files[0].text()')).toBe('hello');
    await page.evaluate(`a.onchange = () => { document.title = a.files.length + ' files'; }, 0`);
    expect(await page.call('electron_set_files', { selector: '#a', paths: [] })).toMatchObject({ files: 0 });
    expect(await page.evaluate('[a.files.length, document.title]')).toEqual([0, '0 files']);
    expect(await page.call('electron_drop_file', { selector: '#zone', paths: [file] })).toMatchObject({
      default_prevented: true,
    });
    expect(await page.evaluate('dropped')).toBe('note.txt');
    const { href } = await page.evaluate<{ href: string }>('({ href: location.href })');
    expect(await page.call('electron_drop_file', { selector: '#wall', paths: [file] })).toMatchObject({
      default_prevented: false,
    });
    expect(await page.evaluate('location.href')).toBe(href);
  });
};
