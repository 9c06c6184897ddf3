import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { openActingPage } from '../src/testing/acting-page.ts';
import type { ActingPage } from '../src/testing/acting-page.ts';

let page: ActingPage;

beforeAll(async () => {
  if (!lacksBrowser) page = await openActingPage();
});
afterAll(() => page.close());

/** Records which elements the page saw clicks on, by their ids. */
const recording = `<script>clicks = []; document.addEventListener('click', (event) => clicks.push(event.composedPath()[0].id || event.target.id), true);</script>`;
const clicks = (): Promise<readonly string[]> => page.evaluate('clicks');

describe.skipIf(lacksBrowser)('electron_click', () => {
  it('refuses a role and a name that several elements have, and lists their references with their rows', async () => {
    await page.load(`<!doctype html>${recording}<table><tr><th scope=row>Ada</th><td><button id=a>Delete</button></td></tr>
      <tr><th scope=row>Grace</th><td><button id=b>Delete</button></td></tr></table>`);
    const refused = await page.call('electron_click', { by: { role: 'button', name: 'Delete' } });
    expect(refused).toMatchObject({ code: 'BAD_ARGUMENT', effect: 'none', details: { argument: 'by' } });
    const grace = refused.similar.find(({ name }) => name.includes('Grace'));
    await page.call('electron_click', { ref: grace?.ref as number });
    expect(await clicks()).toEqual(['b']);
  });

  it.each([
    ['popup', 'class="popup open"', '<p> in <div class="popup">'],
    ['dialog', 'role=dialog aria-label=Terms', '<p> in dialog "Terms"'],
  ])('names the whole %s in front, and the next action shows how to close it', async (_, attributes, covered_by) => {
    await page.load(`<!doctype html>${recording}<main style="position:relative"><button id=a>Pay</button>
      <div ${attributes} style="position:fixed;inset:0;background:white"><div style="position:absolute;inset:0">
      <section><p>Read <b>this</b> first</p></section><button id=ok>Got it</button></div></div></main>`);
    const refused = await page.call('electron_click', { selector: '#a', timeoutMs: 0 });
    expect(refused).toMatchObject({ code: 'ELEMENT_COVERED', details: { covered_by } });
    const [look] = refused.next_actions;
    const shown = JSON.stringify(await page.call(look?.tool as string, look?.arguments));
    expect(shown).toContain('Got it');
    expect(shown).not.toContain('Pay');
  });

  it('clicks an element that is covered only in its middle', async () => {
    await page.load(`<!doctype html>${recording}<button id=a style="width:300px;height:100px">Pay</button>
      <div style="position:fixed;left:120px;top:30px;width:80px;height:60px;background:red"></div>`);
    await page.call('electron_click', { selector: '#a', timeoutMs: 1000 });
    expect(await clicks()).toEqual(['a']);
  });

  it('scrolls an element out from behind a bar of the page, also one in a frame', async () => {
    await page.load(`<!doctype html>${recording}<header style="position:fixed;inset:0 0 auto;height:100px;background:white">Menu</header>
      <div style="height:2000px"></div><button id=a>Pay</button><div style="height:2000px"></div>
      <iframe style="height:90px" srcdoc="<button onclick=&quot;parent.clicks.push('framed')&quot;>Framed</button>"></iframe>
      <div style="height:2000px"></div>`);
    await page.evaluate('scrollTo(0, a.offsetTop - 20)');
    await page.call('electron_click', { selector: '#a', timeoutMs: 5000 });
    await page.evaluate('scrollTo(0, document.querySelector("iframe").offsetTop)');
    await page.call('electron_click', { by: { role: 'button', name: 'Framed' }, timeoutMs: 5000 });
    expect(await clicks()).toEqual(['a', 'framed']);
  });

  it('waits until an element is not covered, hidden, disabled or moving any more', async () => {
    await page.load(`<!doctype html>${recording}<button id=a disabled style="visibility:hidden;position:absolute">Go</button><div id=layer style="position:fixed;inset:0"></div>
      <script>let left = 0; const moving = setInterval(() => { a.style.left = (left += 7) + 'px'; }, 10);
      setTimeout(() => { a.style.visibility = 'visible'; }, 100); setTimeout(() => { a.disabled = false; }, 200);
      setTimeout(() => layer.remove(), 300); setTimeout(() => clearInterval(moving), 400);</script>`);
    expect(await page.call('electron_click', { selector: '#a', timeoutMs: 30_000 })).toMatchObject({
      target: { name: 'Go' },
    });
    expect(await clicks()).toEqual(['a']);
  });

  it('waits for a disabled element in a frame without scripts if the page around it has some', async () => {
    await page.load(`<!doctype html><iframe id=frame srcdoc="<button id=a disabled>Inner</button>"></iframe>
      <script>enable = () => { frame.contentDocument.querySelector('#a').disabled = false; };</script>`);
    const clicking = page.call('electron_click', { by: { role: 'button', name: 'Inner' }, timeoutMs: 30_000 });
    await page.evaluate('setTimeout(enable, 200)');
    expect(await clicking).toMatchObject({ target: { name: 'Inner' } });
  });

  it('tells why an element is not visible', async () => {
    await page.load(`<!doctype html><div id=none style="display:none"><button id=a>A</button></div><button id=b style="visibility:hidden">B</button>
      <div inert id=inert><button id=c>C</button></div><button id=d style="padding:0;border:0;width:0;height:0"></button><select><option id=e>E</select>`);
    const reason = async (selector: string): Promise<unknown> => {
      const { code, details } = await page.call('electron_click', { selector, timeoutMs: 0 });
      expect(code).toBe('ELEMENT_NOT_VISIBLE');
      return details['reason'];
    };
    expect(await reason('#a')).toBe('<div id="none"> has display: none');
    expect(await reason('#b')).toBe('it has visibility: hidden');
    expect(await reason('#c')).toBe('it is inside the inert element <div id="inert">');
    expect(await reason('#d')).toBe('it has no size');
    expect(await reason('#e')).toContain('electron_select_option');
  });

  it('does not name a cover for an element whose content is skipped', async () => {
    await page.load(`<!doctype html><details id=more><summary>More</summary><button id=a>A</button></details>
      <div id=lazy style="content-visibility:hidden"><button id=b>B</button></div>`);
    for (const [selector, reason] of [
      ['#a', 'it is inside <details id="more">, which is closed'],
      ['#b', 'it is inside <div id="lazy">, which has content-visibility: hidden'],
    ])
      expect(await page.call('electron_click', { selector, timeoutMs: 0 })).toMatchObject({
        code: 'ELEMENT_NOT_VISIBLE',
        details: { reason, last_state: { visible: false } },
      });
  });

  it('tells that the mouse goes through an element', async () => {
    await page.load(`<!doctype html><button id=a style="pointer-events:none">A</button>
      <div id=veil style="pointer-events:none"><button id=b>B</button></div>`);
    for (const [selector, reason] of [
      ['#a', 'it has pointer-events: none'],
      ['#b', '<div id="veil"> has pointer-events: none'],
    ])
      expect(await page.call('electron_click', { selector, timeoutMs: 0 })).toMatchObject({
        code: 'ELEMENT_DISABLED',
        details: { reason },
      });
  });

  it('presses the label of a checkbox without a size, and not a link in the label', async () => {
    await page.load(`<!doctype html>${recording}<label><input type=checkbox id=a style="opacity:0;width:0;height:0;margin:0;position:absolute">Styled</label>
      <label style="display:block;width:300px"><input type=checkbox id=b style="opacity:0;width:0;height:0;margin:0;position:absolute">
      <a id=link href="#terms" style="display:block;width:200px;height:30px">Terms</a></label>`);
    expect(await page.call('electron_check', { selector: '#a' })).toMatchObject({ checked: true });
    expect(await page.call('electron_click', { selector: '#b' })).toHaveProperty('target');
    expect(await page.evaluate('[a.checked, b.checked, location.hash]')).toEqual([true, true, '']);
  });

  it('does not repeat a press that another document has got', async () => {
    await page.load(`<!doctype html><script>presses = 0</script><iframe id=frame style="position:absolute;left:0;top:0"></iframe>
      <div id=veil style="display:none;position:fixed;inset:0" onmousedown="presses += 1" onmouseup="veil.style.display = 'none'"></div>
      <script>frame.srcdoc = '<button onmousemove="parent.veil.style.display = String()">Inner</button>';</script>`);
    const pressed = await page.call('electron_click', { by: { role: 'button', name: 'Inner' }, timeoutMs: 1000 });
    expect(pressed).toMatchObject({ code: 'ELEMENT_NOT_VISIBLE', effect: 'unknown', retryable: false });
    expect(await page.evaluate('presses')).toBe(1);
  });

  it('waits for an element that a selector does not match yet, and ends with SELECTOR_NO_MATCH', async () => {
    await page.load(
      `<!doctype html>${recording}<script>setTimeout(() => { document.body.innerHTML = '<button id=late>Late</button>'; }, 200);</script><p>`,
    );
    expect(await page.call('electron_click', { selector: '#late', timeoutMs: 30_000 })).toMatchObject({
      target: { name: 'Late' },
    });
    expect(await page.call('electron_click', { selector: '#never', timeoutMs: 50 })).toMatchObject({
      code: 'SELECTOR_NO_MATCH',
      effect: 'none',
    });
    expect(await page.call('electron_click', { selector: 'a[[' })).toMatchObject({ code: 'SELECTOR_INVALID' });
  });

  it('lists the elements that a role and a name with no match may mean, best first', async () => {
    await page.load(
      `<!doctype html>${recording}<button id=a>Save draft</button><a href="#">Help</a><button id=b>Save drafts now</button><button>Print</button>`,
    );
    const missed = await page.call('electron_click', { by: { role: 'buton', name: 'Save draf' }, timeoutMs: 50 });
    expect(missed).toMatchObject({ code: 'SELECTOR_NO_MATCH', effect: 'none' });
    expect(missed.similar.map(({ name }) => name)).toEqual(['Save draft', 'Save drafts now']);
    await page.call('electron_click', { ref: missed.similar[0]?.ref as number });
    expect(await clicks()).toEqual(['a']);
    const unlike = await page.call('electron_click', { by: { role: 'button', name: 'Zebra' }, timeoutMs: 50 });
    expect(unlike).toMatchObject({ code: 'SELECTOR_NO_MATCH' });
    expect(unlike).not.toHaveProperty('similar');
  });

  it('clicks through shadow roots, slots, labels and frames of the same and of another site', async () => {
    const inside = `<button onclick="document.title = 1" style="margin-top:900px">Inner</button>`;
    await page.load(
      `<!doctype html>${recording}<x-a id=host><template shadowrootmode=closed><button id=closed><slot></slot></button></template><span id=slotted>Slotted</span></x-a>
      <label><input type=checkbox id=box style="opacity:0;position:absolute"><span>Agree</span></label>
      <iframe id=same style="margin:1000px 0;border:7px solid;padding:11px;transform:scale(0.8)" srcdoc='${inside.replaceAll('Inner', 'Same')}'></iframe>
      <iframe src="${page.foreign(inside.replaceAll('Inner', 'Other'))}"></iframe>`,
      1,
    );
    await page.call('electron_click', { by: { role: 'button', name: 'Slotted' } });
    await page.call('electron_click', { selector: '#box' });
    expect(await page.evaluate('box.checked')).toBe(true);
    expect(await page.call('electron_click', { by: { role: 'button', name: 'Same' } })).toMatchObject({
      target: { name: 'Same' },
    });
    expect(await page.evaluate('same.contentDocument.title')).toBe('1');
    expect(await page.call('electron_click', { by: { role: 'button', name: 'Other' } })).toMatchObject({
      target: { name: 'Other' },
    });
    const [, foreign] = page.surface.frames();
    // Another process handles the click.
    await vi.waitFor(async () => expect(await page.evaluate('document.title', foreign?.session)).toBe('1'));
    expect(await clicks()).toEqual(['slotted', 'box']);
  });

  it('names the element that covers a frame', async () => {
    await page.load(
      `<!doctype html><iframe srcdoc="<button>Inner</button>"></iframe><div role=alert aria-label=Busy style="position:fixed;inset:0;background:white">Busy</div>`,
    );
    expect(await page.call('electron_click', { by: { role: 'button', name: 'Inner' }, timeoutMs: 0 })).toMatchObject({
      code: 'ELEMENT_COVERED',
      details: { covered_by: 'alert "Busy"' },
    });
  });

  it('stops a click that would reach an element which jumps in front at the last moment', async () => {
    await page.load(`<!doctype html>${recording}<button id=a style="position:absolute;left:0;top:0;width:100px;height:50px">Keep</button>
      <button id=b style="position:absolute;left:0;top:100px;width:100px;height:50px">Erase</button>
      <script>addEventListener('mousemove', () => { b.style.top = '0'; });</script>`);
    expect(await page.call('electron_click', { selector: '#a', timeoutMs: 200 })).toMatchObject({
      code: 'ELEMENT_COVERED',
    });
    expect(await clicks()).toEqual([]);
  });

  it('clicks without any condition if it is forced', async () => {
    await page.load(
      `<!doctype html>${recording}<button id=a>A</button><div id=layer style="position:fixed;inset:0"></div>`,
    );
    await page.call('electron_click', { selector: '#a', force: true });
    expect(await clicks()).toEqual(['layer']);
  });

  it('works on a page that redefines what it can', async () => {
    await page.load(`<!doctype html>${recording}<form id=f><input name=parentNode><input name=getRootNode><input name=isConnected><button type=button id=a>Go</button></form>
      <script>for (const name of ['getClientRects', 'getBoundingClientRect', 'closest', 'matches', 'getAttribute'])
        Element.prototype[name] = () => { throw new Error(name); };
      document.elementFromPoint = () => null; window.getComputedStyle = () => { throw new Error('style'); };
      window.requestAnimationFrame = () => 0; Promise.prototype.then = () => { throw new Error('then'); };</script>`);
    await page.call('electron_click', { selector: '#a' });
    expect(await page.evaluate('Array.from(clicks)')).toEqual(['a']);
  });

  it('answers with a prompt that a click opens, which Electron does not have', async () => {
    await page.load(`<!doctype html><button id=a onclick="answer = prompt('Name?', 'x')">Rename</button>`);
    expect(await page.call('electron_click', { selector: '#a' })).toMatchObject({
      dialogs: [{ type: 'prompt', message: 'Name?', action: 'dismiss' }],
    });
    expect(await page.evaluate('answer')).toBe(null);
  });
});
