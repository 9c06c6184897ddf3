import { expect, it } from 'vitest';
import type { ActingApp } from './acting-app.ts';

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

/** Typing into fields and editors, and the keyboard. */
export const describeTyping = (page: ActingApp): void => {
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
};
