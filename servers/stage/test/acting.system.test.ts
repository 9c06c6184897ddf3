import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { openActingPage } from '../src/testing/acting-page.ts';
import type { ActingPage } from '../src/testing/acting-page.ts';

let page: ActingPage;
let folder: string;

beforeAll(async () => {
  if (lacksBrowser) return;
  folder = await mkdtemp(path.join(tmpdir(), 'stage-files-'));
  page = await openActingPage({ appRoots: [folder] });
});
afterAll(async () => {
  await page.close();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(lacksBrowser)('electron_type', () => {
  it('replaces the content of fields and tells the page as a person does', async () => {
    await page.load(`<!doctype html><input id=a value=old aria-label=A><textarea id=b>old</textarea><div id=c contenteditable>old</div>
      <script>seen = []; for (const element of [a, b, c]) for (const type of ['beforeinput', 'input']) element.addEventListener(type, (event) => seen.push(event.target.id + ' ' + type + ' ' + event.isTrusted));</script>`);
    expect(await page.call('electron_type', { by: { role: 'textbox', name: 'A' }, text: 'new 🎉' })).toMatchObject({
      target: { role: 'textbox', name: 'A' },
    });
    await page.call('electron_type', { selector: '#b', text: 'line 1\nline 2' });
    await page.call('electron_type', { selector: '#c', text: 'rich' });
    expect(await page.evaluate('[a.value, b.value, c.textContent]')).toEqual(['new 🎉', 'line 1\nline 2', 'rich']);
    expect(await page.evaluate('new Set(seen).size')).toBe(6);
    expect(await page.evaluate("seen.every((event) => event.endsWith('true'))")).toBe(true);
    await page.call('electron_clear_input', { selector: '#a' });
    await page.call('electron_type', { selector: '#b', text: '' });
    expect(await page.evaluate('[a.value, b.value]')).toEqual(['', '']);
  });

  it('sets dates, times, colours and ranges, and rejects values that they do not have', async () => {
    await page.load(`<!doctype html><input type=date id=a><input type=color id=b><input type=range id=c min=0 max=10>
      <script>seen = []; addEventListener('change', (event) => seen.push(event.target.id));</script>`);
    await page.call('electron_type', { selector: '#a', text: '2026-11-17' });
    await page.call('electron_type', { selector: '#b', text: '#ff0000' });
    await page.call('electron_type', { selector: '#c', text: '7' });
    expect(await page.evaluate('[a.value, b.value, c.value, ...seen]')).toEqual([
      '2026-11-17',
      '#ff0000',
      '7',
      'a',
      'b',
      'c',
    ]);
    expect(await page.call('electron_type', { selector: '#a', text: 'tomorrow' })).toMatchObject({
      code: 'BAD_ARGUMENT',
      details: { argument: 'text' },
    });
    expect(await page.evaluate('a.value')).toBe('2026-11-17');
  });

  it('fails with TYPE_NO_EFFECT where the text is ignored, and types nowhere else', async () => {
    await page.load(`<!doctype html><input id=other autofocus><h1 id=a>Title</h1><textarea id=b></textarea>
      <script>b.addEventListener('beforeinput', (event) => event.preventDefault());</script>`);
    expect(await page.call('electron_type', { selector: '#a', text: 'x' })).toMatchObject({ code: 'TYPE_NO_EFFECT' });
    expect(await page.call('electron_type', { selector: '#b', text: 'x' })).toMatchObject({
      code: 'TYPE_NO_EFFECT',
      details: { role: 'textbox' },
      next_actions: [{ tool: 'electron_click' }],
    });
    expect(await page.evaluate('[other.value, b.value]')).toEqual(['', '']);
  });

  it('does not wait for a read-only field of a page without scripts, and gives the reason', async () => {
    await page.load('<!doctype html><input id=a readonly value=fixed>');
    expect(await page.call('electron_type', { selector: '#a', text: 'x', timeoutMs: 30_000 })).toMatchObject({
      code: 'ELEMENT_DISABLED',
      details: { reason: 'it is read-only' },
    });
  });

  it('never shows a typed password', async () => {
    await page.load(
      `<!doctype html><input type=password id=a><input type=password id=b><script>b.addEventListener('beforeinput', (event) => event.preventDefault());</script>`,
    );
    const answers = [
      await page.call('electron_type', { selector: '#a', text: 'hunter2-hunter2' }),
      await page.call('electron_type', { selector: '#b', text: 'hunter2-hunter2' }),
      await page.call('electron_snapshot'),
    ];
    expect(await page.evaluate('a.value')).toBe('hunter2-hunter2');
    expect(JSON.stringify(answers)).not.toContain('hunter2');
  });
});

describe.skipIf(lacksBrowser)('the keyboard', () => {
  it('types key by key into an element or where the focus is, with characters that it does not have', async () => {
    await page.load(
      `<!doctype html><input id=a><script>keys = []; a.addEventListener('keydown', (event) => keys.push(event.key + event.code));</script>`,
    );
    expect(await page.call('electron_keyboard_type', { selector: '#a', text: 'aB ?é漢' })).toMatchObject({ typed: 6 });
    expect(await page.evaluate('a.value')).toBe('aB ?é漢');
    expect(await page.evaluate('keys')).toEqual(['aKeyA', 'BKeyB', ' Space', '?Slash']);
    await page.call('electron_keyboard_type', { text: '!' });
    expect(await page.evaluate('a.value')).toBe('aB ?é漢!');
  });

  it('fails with TYPE_NO_EFFECT if the field with the focus ignores the keys', async () => {
    await page.load(
      `<!doctype html><input id=a autofocus><script>a.addEventListener('keydown', (event) => event.preventDefault());</script>`,
    );
    expect(await page.call('electron_keyboard_type', { text: 'x' })).toMatchObject({ code: 'TYPE_NO_EFFECT' });
  });

  it('presses keys, chords and sequences', async () => {
    await page.load(`<!doctype html><form onsubmit="event.preventDefault(); document.title = 'sent ' + a.value"><input id=a value=abc></form>
      <script>chords = []; addEventListener('keydown', (event) => { if (event.ctrlKey && event.key === 'k') chords.push(event.shiftKey); });</script>`);
    await page.call('electron_key', { selector: '#a', key: 'Control+A' });
    await page.call('electron_press_sequence', { keys: ['x', 'Y', 'z', 'ArrowLeft', 'Backspace', 'Enter'] });
    expect(await page.evaluate('document.title')).toBe('sent xz');
    await page.call('electron_key', { key: 'Control+k' });
    expect(await page.evaluate('chords')).toEqual([false]);
    expect(await page.call('electron_press_sequence', { selector: '#a', keys: ['q', 'Entre'] })).toMatchObject({
      code: 'BAD_ARGUMENT',
      details: { argument: 'keys' },
    });
    expect(await page.evaluate('a.value')).toBe('xz');
  });

  it('types into a field in a closed shadow root and into one in a frame of another site', async () => {
    await page.load(
      `<!doctype html><div id=host></div><iframe src="${page.foreign('<input aria-label=Far>')}"></iframe>`,
      1,
    );
    await page.evaluate(
      `{ const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<input aria-label=Near>'; near = root.querySelector('input'); }`,
    );
    await page.call('electron_keyboard_type', { by: { role: 'textbox', name: 'Near' }, text: 'one' });
    expect(await page.evaluate('near.value')).toBe('one');
    await page.call('electron_type', { by: { role: 'textbox', name: 'Far' }, text: 'two' });
    await page.call('electron_keyboard_type', { text: '!' });
    const [, far] = page.surface.frames();
    expect(await page.evaluate("document.querySelector('input').value", far?.session)).toBe('two!');
  });
});

describe.skipIf(lacksBrowser)('electron_type_into_editor', () => {
  /** Works like the editors that keep a tiny field for the keyboard and draw the text themselves. */
  const editor = `<!doctype html><div class=CodeMirror style="position:relative;width:300px;height:100px;border:1px solid" id=editor>
      <div style="overflow:hidden;position:relative;width:3px;height:0"><textarea id=hidden style="width:1px;height:1em"></textarea></div>
      <div class=CodeMirror-lines id=lines style="height:90px">start</div></div>
    <script>let all = false; const draw = () => setTimeout(() => { lines.textContent = text; }, 30); text = 'start';
    lines.addEventListener('mousedown', (event) => { event.preventDefault(); open = true; hidden.focus(); });
    hidden.addEventListener('keydown', (event) => {
      if (event.ctrlKey && event.key === 'a') { all = true; return; }
      if (event.key === 'Delete' && all) { text = ''; all = false; draw(); }
      if (event.key.length === 1 && !event.ctrlKey && window.open === true) { text += event.key; draw(); }
      event.preventDefault();
    });
    hidden.addEventListener('beforeinput', (event) => event.preventDefault()); window.open = false;</script>`;

  it('types into an editor whose hidden field ignores text, named by the editor or the field', async () => {
    await page.load(editor);
    expect(await page.call('electron_type', { selector: '#hidden', text: 'lost' })).toMatchObject({
      code: 'TYPE_NO_EFFECT',
    });
    expect(await page.call('electron_type_into_editor', { selector: '#editor', text: ' more' })).toMatchObject({
      typed: 5,
      replaced: false,
    });
    expect(await page.evaluate('text')).toBe('start more');
    await page.call('electron_type_into_editor', { selector: '#hidden', text: 'new', replace: true });
    expect(await page.evaluate('text')).toBe('new');
  });

  it('types into rich text, and fails with TYPE_NO_EFFECT where nothing can be typed', async () => {
    await page.load('<!doctype html><div id=rich contenteditable><p>One</p></div><p id=plain>Plain</p>');
    await page.call('electron_type_into_editor', { selector: '#rich', text: ' two' });
    expect(await page.evaluate('rich.textContent')).toBe('One two');
    expect(await page.call('electron_type_into_editor', { selector: '#plain', text: 'x' })).toMatchObject({
      code: 'TYPE_NO_EFFECT',
    });
  });
});

describe.skipIf(lacksBrowser)('electron_check and electron_uncheck', () => {
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

  it('fail where a click does not change the state, and where there is none', async () => {
    await page.load(
      `<!doctype html><input type=checkbox id=a onclick="event.preventDefault()"><button id=b>B</button><input type=radio id=c checked>`,
    );
    expect(await page.call('electron_check', { selector: '#a' })).toMatchObject({
      code: 'EXPECTATION_FAILED',
      details: { expected: { checked: true }, actual: { checked: false } },
    });
    expect(await page.call('electron_check', { selector: '#b' })).toMatchObject({ code: 'BAD_ARGUMENT' });
    expect(await page.call('electron_uncheck', { selector: '#c' })).toMatchObject({ code: 'BAD_ARGUMENT' });
  });
});

describe.skipIf(lacksBrowser)('electron_select_option', () => {
  it('selects by value and by label, waits for late options, and lists the options if one is missing', async () => {
    await page.load(`<!doctype html><select id=a><option value=s>Small<option value=m>Medium<option disabled>Huge</select><select id=b multiple><option>X<option>Y<option>Z</select>
      <script>seen = []; addEventListener('change', (event) => seen.push(event.target.id)); setTimeout(() => a.add(new Option('Late')), 200);</script>`);
    expect(await page.call('electron_select_option', { selector: '#a', values: ['Medium'] })).toMatchObject({
      selected: ['Medium'],
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
  });
});

describe.skipIf(lacksBrowser)('hovering, dragging and scrolling', () => {
  it('hovers over an element', async () => {
    await page.load(`<!doctype html><button id=a onmouseenter="document.title = 'over'">A</button>`);
    await page.call('electron_hover', { selector: '#a' });
    expect(await page.evaluate('document.title')).toBe('over');
  });

  it('drags with the mouse, and with the drag and drop of the page', async () => {
    await page.load(`<!doctype html><style>div { position: absolute; width: 60px; height: 60px; background: silver }</style>
      <div id=a style="left:0;top:0">A</div><div id=b draggable=true style="left:100px;top:0">B</div><div id=c style="left:300px;top:200px">C</div>
      <script>seen = []; a.addEventListener('mousedown', () => seen.push('down')); c.addEventListener('mouseup', () => seen.push('up'));
      b.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'card 7'));
      c.addEventListener('dragover', (event) => event.preventDefault()); c.addEventListener('drop', (event) => { event.preventDefault(); seen.push(event.dataTransfer.getData('text/plain')); });</script>`);
    expect(await page.call('electron_drag', { selector: '#a', targetSelector: '#c' })).toHaveProperty('source');
    expect(await page.evaluate('seen')).toEqual(['down', 'up']);
    await page.call('electron_drag', { selector: '#b', targetSelector: '#c' });
    expect(await page.evaluate('seen')).toContain('card 7');
    expect(await page.call('electron_drag', { selector: '#a', targetSelector: '#gone', timeoutMs: 50 })).toMatchObject({
      code: 'SELECTOR_NO_MATCH',
      effect: 'none',
    });
  });

  it('scrolls into view and with the wheel', async () => {
    await page.load(`<!doctype html><div style="height:3000px">Tall</div><button id=a>Low</button>`);
    await page.call('electron_scroll_into_view', { selector: '#a' });
    expect(await page.evaluate('scrollY > 1000')).toBe(true);
    await page.evaluate(
      `new Promise((resolve) => { addEventListener('scrollend', resolve, { once: true }); scrollTo(0, 0); })`,
    );
    await page.evaluate(
      `scrolled = new Promise((resolve) => addEventListener('scroll', () => resolve(scrollY > 0), { once: true })), 0`,
    );
    expect(await page.call('electron_scroll', { dy: 300 })).toMatchObject({ dx: 0, dy: 300 });
    expect(await page.evaluate('scrolled')).toBe(true);
  });
});

describe.skipIf(lacksBrowser)('files', () => {
  it('puts files into a hidden field and drops them where the page takes them', async () => {
    const file = path.join(folder, 'note.txt');
    await writeFile(file, 'hello');
    await page.load(`<!doctype html><input type=file id=a style="display:none"><div id=zone style="height:100px">Drop</div><div id=wall style="height:100px">Wall</div>
      <script>zone.addEventListener('dragover', (event) => event.preventDefault()); zone.addEventListener('drop', async (event) => { event.preventDefault(); dropped = event.dataTransfer.files[0].name; });</script>`);
    expect(await page.call('electron_set_files', { selector: '#a', paths: [file] })).toMatchObject({ files: 1 });
    expect(await page.evaluate('a.files[0].text()')).toBe('hello');
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

  it('refuses files outside of the folders, links that lead there, folders and wrong fields', async () => {
    const link = path.join(folder, 'link');
    await symlink('/etc/hostname', link);
    await writeFile(path.join(folder, 'a'), '');
    await page.load('<!doctype html><input type=file id=a><input id=b>');
    const refusal = async (paths: string[], selector = '#a') => {
      const { code, details } = await page.call('electron_set_files', { selector, paths });
      return `${code} ${String(details['argument'])}`;
    };
    expect(await refusal(['note.txt'])).toBe('ABSOLUTE_PATH_REQUIRED paths[0]');
    expect(await refusal([path.join(folder, 'none')])).toBe('FILE_NOT_FOUND paths[0]');
    expect(await refusal([path.join(folder, 'a'), link])).toBe('BAD_ARGUMENT paths[1]');
    expect(await refusal([folder])).toBe('BAD_ARGUMENT paths[0]');
    expect(await refusal([path.join(folder, 'a'), path.join(folder, 'a')])).toBe('BAD_ARGUMENT paths');
    expect(await refusal([path.join(folder, 'a')], '#b')).toBe('BAD_ARGUMENT ref');
  });
});
