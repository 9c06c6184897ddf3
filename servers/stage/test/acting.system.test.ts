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

  it('takes a value in every form that the browser takes, and states the form otherwise', async () => {
    await page.load(`<!doctype html><input type=color id=b><input type=datetime-local id=d><input type=range id=r min=2 max=10 step=2>
      <input type=week id=w><input type=time id=t value=10:00>`);
    for (const [selector, text] of [
      ['#b', '#FF0000'],
      ['#d', '2026-11-17T09:30:00'],
      ['#r', '4.0'],
      ['#t', ''],
    ])
      expect(await page.call('electron_type', { selector, text })).toHaveProperty('target');
    expect(await page.evaluate('[b.value, d.value, r.value, t.value]')).toEqual([
      '#ff0000',
      '2026-11-17T09:30',
      '4',
      '',
    ]);
    const reason = async (selector: string, text: string): Promise<unknown> =>
      (await page.call('electron_type', { selector, text })).details['reason'];
    expect(await reason('#b', 'red')).toContain('#ff0000');
    expect(await reason('#d', '17.11.2026')).toContain('2026-11-18T09:30');
    expect(await reason('#r', '11')).toContain('from 2 to 10 in steps of 2');
    expect(await reason('#w', '47')).toContain('2026-W47');
  });

  it('refuses text that is longer than the field takes, without typing or showing it', async () => {
    await page.load(
      '<!doctype html><input id=a maxlength=5 value=old type=password><textarea id=b maxlength=3></textarea>',
    );
    const refused = await page.call('electron_type', { selector: '#a', text: 'hunter2-hunter2' });
    expect(refused).toMatchObject({ code: 'BAD_ARGUMENT', effect: 'none', details: { argument: 'text' } });
    expect(refused.details['reason']).toBe('must have at most 5 characters, the maxlength of the field; it has 15');
    expect(JSON.stringify(refused)).not.toContain('hunter2');
    expect(await page.call('electron_type', { selector: '#b', text: 'a\r\nb' })).toHaveProperty('target');
    expect(await page.evaluate('[a.value, b.value]')).toEqual(['old', 'a\nb']);
  });

  it.each([
    ['checkbox', '<input type=checkbox id=a onclick="document.title = 1">', 'electron_check', ['electron_check']],
    ['file field', '<input type=file id=a>', 'electron_set_files', []],
    [
      'list',
      '<select id=a size=2 onchange="document.title = 1"><option>A<option>B</select>',
      'electron_select_option',
      ['electron_snapshot'],
    ],
    ['button', '<button id=a onclick="document.title = 1">Go</button>', 'electron_click', ['electron_click']],
  ])('advises another tool for a %s', async (_, html, tool, next) => {
    await page.load(`<!doctype html>${html}`);
    const ignored = await page.call('electron_keyboard_type', { selector: '#a', text: 'b \n' });
    expect(ignored).toMatchObject({ code: 'TYPE_NO_EFFECT', hint: expect.stringContaining(tool) as string });
    expect(ignored.next_actions?.map((action) => action.tool) ?? []).toEqual(next);
    expect(await page.evaluate('document.title')).toBe('');
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
  it('fails with both lengths if a field cuts the text, and not if the page continues in the next field', async () => {
    await page.load(`<!doctype html><input id=a maxlength=5 value=ab><div id=code><input maxlength=1><input maxlength=1><input maxlength=1></div>
      <script>code.addEventListener('input', ({ target }) => target.nextElementSibling?.focus());</script>`);
    const cut = { code: 'TYPE_NO_EFFECT', effect: 'partial', details: { content_length: 5, expected_length: 6 } };
    expect(await page.call('electron_keyboard_type', { selector: '#a', text: 'cdef' })).toMatchObject(cut);
    await page.evaluate("a.value = 'ab'; a.select(); a.focus()");
    expect(await page.call('electron_keyboard_type', { text: 'cdefg' })).toMatchObject({ typed: 5 });
    expect(await page.call('electron_keyboard_type', { text: 'h' })).toMatchObject({ code: 'TYPE_NO_EFFECT' });
    expect(
      await page.call('electron_type_into_editor', { selector: '#a', text: '123456', replace: true }),
    ).toMatchObject(cut);
    expect(await page.call('electron_keyboard_type', { selector: '#code input', text: '123' })).toMatchObject({
      typed: 3,
    });
    expect(await page.evaluate("[...code.children].map((one) => one.value).join('')")).toBe('123');
  });

  it('fails with TYPE_NO_EFFECT if the field with the focus ignores the keys', async () => {
    await page.load(
      `<!doctype html><input id=a autofocus><script>a.addEventListener('keydown', (event) => event.preventDefault());</script>`,
    );
    expect(await page.call('electron_keyboard_type', { text: 'x' })).toMatchObject({ code: 'TYPE_NO_EFFECT' });
  });

  it('presses keys as pages see them: function keys, the number pad, media keys, and characters with Shift', async () => {
    await page.load(
      `<!doctype html><input id=a autofocus><script>seen = []; addEventListener('keydown', (event) => { seen.push([event.key, event.code, event.location, event.isTrusted].join(' ')); });</script>`,
    );
    const keys = ['F2', 'F13', 'Numpad7', 'NumpadEnter', 'MediaPlayPause', 'KeyQ', 'Shift+1', 'Shift+q', 'Insert'];
    await page.call('electron_press_sequence', { selector: '#a', keys });
    expect(await page.evaluate("seen.filter((key) => !key.startsWith('Shift'))")).toEqual([
      'F2 F2 0 true',
      'F13 F13 0 true',
      '7 Numpad7 3 true',
      'Enter NumpadEnter 3 true',
      'MediaPlayPause MediaPlayPause 0 true',
      'q KeyQ 0 true',
      '! Digit1 0 true',
      'Q KeyQ 0 true',
      'Insert Insert 0 true',
    ]);
    expect(await page.evaluate('a.value')).toBe('7q!Q');
  });

  it('types into a hidden field if it is forced, and nowhere if the field takes no focus', async () => {
    await page.load(
      `<!doctype html><input id=a style="position:absolute;width:0;height:0;border:0;padding:0"><input id=b hidden><input id=c>`,
    );
    const hidden = { selector: '#a', text: 'x', timeoutMs: 0 };
    expect(await page.call('electron_keyboard_type', hidden)).toMatchObject({ code: 'ELEMENT_NOT_VISIBLE' });
    expect(await page.call('electron_keyboard_type', { ...hidden, force: true })).toMatchObject({ typed: 1 });
    await page.call('electron_key', { selector: '#a', key: 'y', force: true });
    expect(await page.call('electron_type', { selector: '#b', text: 'x', force: true })).toMatchObject({
      code: 'TYPE_NO_EFFECT',
    });
    expect(await page.evaluate('[a.value, b.value, c.value]')).toEqual(['xy', '', '']);
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
  it('types into rich text, and fails with TYPE_NO_EFFECT where nothing can be typed', async () => {
    await page.load('<!doctype html><div id=rich contenteditable><p>One</p></div><p id=plain>Plain</p>');
    await page.call('electron_type_into_editor', { selector: '#rich', text: ' two' });
    expect(await page.evaluate('rich.textContent')).toBe('One two');
    expect(await page.call('electron_type_into_editor', { selector: '#plain', text: 'x' })).toMatchObject({
      code: 'TYPE_NO_EFFECT',
    });
  });

  it('types nothing if the click leaves the focus in another element', async () => {
    await page.load(`<!doctype html><div id=rich contenteditable>Rich</div><input id=other value=Other>
      <button id=bold onmousedown="event.preventDefault()">Bold</button><div id=bar><span id=icon onmousedown="event.preventDefault()">B</span></div>
      <a id=jump href="#" onclick="other.focus(); return false">Jump</a>`);
    const answers: unknown[] = [];
    for (const selector of ['#bold', '#icon', '#jump']) {
      await page.evaluate(`${selector === '#icon' ? 'rich' : 'other'}.focus()`);
      const { code, effect } = await page.call('electron_type_into_editor', { selector, text: 'x' });
      answers.push([code, effect]);
    }
    expect(answers).toEqual([
      ['TYPE_NO_EFFECT', 'none'],
      ['TYPE_NO_EFFECT', 'unknown'],
      ['TYPE_NO_EFFECT', 'unknown'],
    ]);
    expect(await page.evaluate('[rich.textContent, other.value]')).toEqual(['Rich', 'Other']);
  });

  it('waits for an editor that takes the focus after the click, and finds its field next to its text', async () => {
    await page.load(`<!doctype html><div><div style="position:relative"><textarea id=keys style="position:absolute;width:1px;height:1px"></textarea></div>
      <div id=lines onmousedown="event.preventDefault(); setTimeout(() => keys.focus(), 100)">first</div></div>
      <script>keys.addEventListener('input', (event) => { lines.textContent += event.data; });</script>`);
    await page.call('electron_type_into_editor', { selector: '#lines', text: '!' });
    expect(await page.evaluate('lines.textContent')).toBe('first!');
  });
});

describe.skipIf(lacksBrowser)('electron_check and electron_uncheck', () => {
  it('fail where a click does not change the state, and if there is none', async () => {
    await page.load(
      `<!doctype html><input type=checkbox id=a onclick="event.preventDefault()"><button id=b>B</button><input type=radio id=c checked>`,
    );
    expect(await page.call('electron_check', { selector: '#a' })).toMatchObject({
      code: 'EXPECTATION_FAILED',
      details: { expected: { checked: true }, actual: { checked: false } },
    });
    const blames = (argument: string) => ({ code: 'BAD_ARGUMENT', details: { argument } });
    expect(await page.call('electron_check', { selector: '#b' })).toMatchObject(blames('selector'));
    expect(await page.call('electron_check', { by: { role: 'button', name: 'B' } })).toMatchObject(blames('by'));
    expect(await page.call('electron_check', { ref: await page.refOf('B') })).toMatchObject(blames('ref'));
    expect(await page.call('electron_uncheck', { selector: '#c' })).toMatchObject(blames('selector'));
  });
});

describe.skipIf(lacksBrowser)('files', () => {
  it('drops files with a custom type', async () => {
    const file = path.join(folder, 'data.bin');
    await writeFile(file, Buffer.from([0, 1, 254, 255]));
    await page.load(`<!doctype html><div id=zone style="height:100px">Drop</div><div id=wall style="height:100px">Wall</div>
      <script>seen = []; for (const type of ['dragenter', 'dragover', 'dragleave', 'drop']) addEventListener(type, (event) => seen.push(event.target.id + ' ' + type));
      zone.addEventListener('dragover', (event) => event.preventDefault());
      zone.addEventListener('drop', async (event) => { event.preventDefault(); const [one] = event.dataTransfer.files;
        dropped = [one.name, one.type, [...new Uint8Array(await one.arrayBuffer())], event.dataTransfer.types.join()]; });</script>`);
    const typed = { paths: [file], mimeType: 'application/x-card' };
    expect(await page.call('electron_drop_file', { selector: '#zone', ...typed })).toMatchObject({
      files: 1,
      default_prevented: true,
    });
    // The page reads the file after the drop.
    const dropped = `new Promise((resolve) => { const look = () => (globalThis.dropped ? resolve(dropped) : setTimeout(look, 10)); look(); })`;
    expect(await page.evaluate(dropped)).toEqual(['data.bin', 'application/x-card', [0, 1, 254, 255], 'Files']);
    expect(await page.evaluate('seen')).toEqual(['zone dragenter', 'zone dragover', 'zone drop']);
    expect(await page.call('electron_drop_file', { selector: '#wall', ...typed })).toMatchObject({
      default_prevented: false,
    });
    expect(await page.evaluate('seen.slice(3)')).toEqual(['wall dragenter', 'wall dragover', 'wall dragleave']);
    expect(
      await page.call('electron_drop_file', { selector: '#zone', paths: [file], mimeType: 'not a type' }),
    ).toMatchObject({ code: 'VALIDATION_PATTERN_MISMATCH' });
  });

  it.each(['', 'application/x-card'])(
    'drops files with the type %j on an element that moves away once',
    async (type) => {
      const file = path.join(folder, 'card.txt');
      await writeFile(file, 'card');
      await page.load(`<!doctype html><body style="margin:0"><div id=zone style="height:100px">Drop</div><div id=other style="height:100px">Other</div>
      <script>drops = []; for (const place of [zone, other]) {
        place.addEventListener('dragover', (event) => event.preventDefault());
        place.addEventListener('drop', (event) => { event.preventDefault(); drops.push(place.id); }); }
      zone.addEventListener('dragenter', () => document.body.prepend(other), { once: true });</script>`);
      const typed = type === '' ? {} : { mimeType: type };
      expect(await page.call('electron_drop_file', { selector: '#zone', paths: [file], ...typed })).toMatchObject({
        default_prevented: true,
      });
      expect(await page.evaluate('drops')).toEqual(['zone']);
    },
  );

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
    expect(await refusal([path.join(folder, 'a')], '#b')).toBe('BAD_ARGUMENT selector');
  });
});
