import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CdpTimeoutError } from '../cdp/cdp-errors.ts';
import { capture, mostCapturedNodes } from './capture.ts';
import { eachElement } from './element.ts';
import type { StageElement } from './element.ts';
import { observe } from './observe.ts';
import { secretMask } from './secrets/secret-mask.ts';
import { SecretMemory } from './secrets/secret-memory.ts';
import { stepsOf } from './steps.ts';
import { lacksBrowser, startBrowser } from './testing/open-page.ts';
import type { OpenPage, TestBrowser } from './testing/open-page.ts';

let browser: TestBrowser;
let page: OpenPage;
beforeAll(async () => {
  browser = await startBrowser();
  page = await browser.openPage();
});
afterAll(() => browser.close());

const elementsOf = async (): Promise<readonly StageElement[]> => {
  const { observation } = await observe(page.surface, new SecretMemory());
  return [...eachElement(observation.elements)];
};
const linesOf = async (): Promise<readonly string[]> =>
  (await elementsOf()).map(({ role, name }) => `${role} ${name}`.trim());

describe.skipIf(lacksBrowser)('observation', () => {
  it('sees open and closed shadow roots, slots, and frames of this and other sites', async () => {
    const foreign = page.foreign(
      `<!doctype html><button>Far</button><iframe src="${page.foreign('<button>Farther</button>')}"></iframe>`,
    );
    await page.load(
      `<!doctype html><x-a><template shadowrootmode=open><button>Open</button></template></x-a>
      <x-b><template shadowrootmode=closed><h2><slot></slot></h2><button>Closed</button></template>Slotted</x-b>
      <iframe title=Near srcdoc="<button>Near</button>"></iframe><iframe title=Other src="${foreign}"></iframe>`,
      1,
    );
    const lines = await linesOf();
    for (const line of [
      'button Open',
      'button Closed',
      'heading Slotted',
      'button Near',
      'button Far',
      'button Farther',
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.indexOf('button Far')).toBe(lines.indexOf('iframe Other') + 1);
  });

  it('leaves no trace in the page', async () => {
    await page.load('<!doctype html><main><input type=checkbox><button>A</button></main>');
    await page.evaluate(`document.querySelector('input').indeterminate = true; document.querySelector('button').focus();
      window.before = null; window.records = [];
      window.before = [document.documentElement.outerHTML, Object.getOwnPropertyNames(window).length];
      new MutationObserver((list) => records.push(...list)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });`);
    const elements = await elementsOf();
    expect(elements.find(({ role }) => role === 'checkbox')?.state.checked).toBe('mixed');
    expect(elements.find(({ role }) => role === 'button')?.state.focused).toBe(true);
    expect(
      await page.evaluate(
        `JSON.stringify(before) === JSON.stringify([document.documentElement.outerHTML, Object.getOwnPropertyNames(window).length]) && records.length === 0`,
      ),
    ).toBe(true);
  });

  it('reads the focus and mixed checkboxes of a page that names its forms like the properties for them', async () => {
    await page.load(`<!doctype html><form name=activeElement></form><form name=body></form><form name=querySelectorAll></form>
      <input type=checkbox><button>A</button>`);
    await page.evaluate(`Document.prototype.querySelectorAll.call(document, 'input')[0].indeterminate = true;
      Document.prototype.querySelectorAll.call(document, 'button')[0].focus();`);
    const elements = await elementsOf();
    expect(elements.filter(({ state }) => state.focused).map(({ role }) => role)).toEqual(['button']);
    expect(elements.find(({ role }) => role === 'checkbox')?.state.checked).toBe('mixed');
  });

  it('follows the focus from look to look, into closed shadow roots and to no element', async () => {
    await page.load(`<!doctype html><button id=a>A</button><button id=b>B</button>
      <x-c id=c></x-c><script>{
        const root = c.attachShadow({ mode: 'closed' });
        root.innerHTML = '<button>D</button><button>E</button>';
        inside = (index) => root.children[index].focus();
      }</script>`);
    const focused = async (): Promise<readonly string[]> =>
      (await elementsOf()).filter(({ state }) => state.focused).map(({ name }) => name);
    const seen: (readonly string[])[] = [];
    for (const step of [
      'a.focus()',
      '0',
      'b.focus()',
      'b.remove()',
      'inside(0)',
      'inside(1)',
      'a.focus()',
      'a.blur()',
    ]) {
      await page.evaluate(step);
      seen.push(await focused());
    }
    expect(seen).toEqual([['A'], ['A'], ['B'], [], ['D'], ['E'], ['A'], []]);
    await page.load('<!doctype html><button id=a autofocus>Other</button>');
    await page.evaluate('a.focus()');
    expect(await focused()).toEqual(['Other']);
  });

  it('puts boxes where people see them, in scrolled pages and frames', async () => {
    await page.load(`<!doctype html><body style="margin:0"><div style="height:2000px"></div>
      <iframe srcdoc="<body style='margin:0'><button style='position:absolute;left:30px;top:40px'>In</button>" style="border:0;position:absolute;left:100px;top:1500px;width:300px;height:200px"></iframe>
      <button style="position:absolute;left:10px;top:1450px">Out</button><button style="position:absolute;left:10px;top:0">Above</button>`);
    await page.evaluate('scrollTo(0, 1400)');
    const elements = await elementsOf();
    const find = (wanted: string): StageElement | undefined => elements.find(({ name }) => name === wanted);
    expect(find('Out')).toMatchObject({ box: { x: 10, y: 50 }, isInViewport: true });
    expect(find('In')).toMatchObject({ box: { x: 130, y: 140 }, isInViewport: true });
    expect(find('Above')).toMatchObject({ isInViewport: false });
  });

  it('shows what reacts to clicks without a role, and not the containers of listeners', async () => {
    await page.load(
      `<!doctype html><div id=root style="min-height:900px"><div id=card>Open card</div><p>Plain</p><span style="cursor:pointer">Pointer</span></div>`,
    );
    await page.evaluate(
      `for (const id of ['root', 'card']) document.getElementById(id).addEventListener('click', () => 0)`,
    );
    const lines = await linesOf();
    expect(lines).toContain('clickable Pointer');
    expect(lines).toContain('text Plain');
    expect(lines.filter((line) => line.startsWith('clickable')).length).toBeLessThanOrEqual(2);
  });

  it('names what reacts to clicks by the text that people see', async () => {
    // Editors keep text in invisible elements to measure it.
    await page.load(
      `<!doctype html><div style="cursor:pointer"><div style="visibility:hidden;height:0"><pre>xxx</pre><i aria-label=Measure></i><b style="visibility:visible">seen</b></div><p>Roses</p><p style="visibility:collapse">gone</p></div>`,
    );
    expect(await linesOf()).toContain('clickable seen Roses');
  });

  it('ends with a time-out within its bound while the renderer hangs', async () => {
    const hung = await browser.openPage('<!doctype html><button>A</button>');
    const { session } = hung.surface;
    const loop = session
      .send('Runtime.evaluate', { expression: 'for (;;);' }, { timeoutMs: 600_000 })
      .catch(() => undefined);
    await expect(capture(hung.surface, { timeoutMs: 500 })).rejects.toBeInstanceOf(CdpTimeoutError);
    await session.send('Runtime.terminateExecution').catch(() => undefined);
    await loop;
    const { observation } = await observe(hung.surface, new SecretMemory(), { timeoutMs: 60_000 });
    expect([...eachElement(observation.elements)].map(({ name }) => name)).toContain('A');
    await hung.close();
  });

  it('leaves out a frame of another site that hangs, and says so', async () => {
    const other = await browser.openPage();
    await other.load(
      `<!doctype html><button>Top</button><iframe src="${other.foreign('<button>Frame</button>')}"></iframe>`,
      1,
    );
    const frame = other.surface.frames().find(({ parentFrameId }) => parentFrameId !== undefined);
    const loop = frame?.session
      .send('Runtime.evaluate', { expression: 'for (;;);' }, { timeoutMs: 600_000 })
      .catch(() => undefined);
    const { observation } = await observe(other.surface, new SecretMemory(), { timeoutMs: 16_000 });
    expect(observation.missingFrames).toEqual([frame?.frameId]);
    expect([...eachElement(observation.elements)].map(({ name }) => name)).toContain('Top');
    await frame?.session.send('Runtime.terminateExecution').catch(() => undefined);
    await loop;
    await other.close();
  });

  it('reads the first nodes of a page with too many', async () => {
    await page.load('<!doctype html><main><button>First</button></main>');
    await page.evaluate(`{ const list = document.createDocumentFragment();
      for (let i = 0; i < ${mostCapturedNodes}; i += 1) { const item = document.createElement('i'); list.append(item); }
      document.body.append(list); document.body.insertAdjacentHTML('beforeend', '<button>Last</button>'); }`);
    const { observation } = await observe(page.surface, new SecretMemory(), { timeoutMs: 60_000 });
    const found = [...eachElement(observation.elements)].map(({ name }) => name);
    expect(observation.isCut).toBe(true);
    expect(found).toContain('First');
    expect(found).not.toContain('Last');
  });
});

describe.skipIf(lacksBrowser)('secrets', () => {
  const seen = async (memory: SecretMemory): Promise<string> => {
    const { observation } = await observe(page.surface, memory);
    return JSON.stringify(
      [...eachElement(observation.elements)].map(({ role, name, value }) => ({ role, name, value })),
    );
  };

  it('masks passwords, one-time codes, card numbers and marked fields with the same mask for every length', async () => {
    await page.load(`<!doctype html><input type=password value="hunter2-a" aria-label=P1><input type=password value="x" aria-label=P2>
      <input autocomplete="section-a one-time-code" value="917263" aria-label=Code><input autocomplete=cc-number value="4111111111111111" aria-label=Card>
      <input data-secret value="marked-value" aria-label=M><p data-sensitive>account 8842-1</p><div contenteditable data-private aria-label=E>editable-secret</div>
      <input style="-webkit-text-security:disc" value="dotted-one" aria-label=D><span id=l>Label</span><input aria-labelledby="l pw" aria-label=x><input id=pw type=password value="inname">
      <input type=password aria-label=Empty><input value=visible aria-label=V>`);
    const text = await seen(new SecretMemory());
    for (const secret of ['hunter2', '917263', '4111', 'marked-value', '8842', 'editable-secret', 'dotted', 'inname']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('visible');
    expect(text).toContain(
      '{"role":"textbox","name":"P1","value":"[secret]"},{"role":"textbox","name":"P2","value":"[secret]"}',
    );
    expect(text).toContain('{"role":"textbox","name":"Empty"}');
  });

  it('keeps a password masked when its field turns into a text field, or is replaced by one', async () => {
    await page.load('<!doctype html><form><input id=pw name=pw type=password value="hunter2-b" aria-label=P></form>');
    const memory = new SecretMemory();
    await seen(memory);
    await page.evaluate(`document.querySelector('#pw').type = 'text'`);
    expect(await seen(memory)).not.toContain('hunter2');
    await page.evaluate(
      `document.querySelector('form').innerHTML = '<input name=pw type=text value="hunter2-c" aria-label=P>'`,
    );
    expect(await seen(memory)).not.toContain('hunter2');
  });

  it('returns the elements of the last look while the page is the same, and sees every change', async () => {
    await page.load(`<!doctype html><style>.gone { visibility: hidden }</style><main style="height: 3000px">
      <label>Name <input value=Ada></label><label><input type=checkbox>Mail</label><button>Save</button></main>`);
    const memory = new SecretMemory();
    const look = async () => (await observe(page.surface, memory)).observation;
    const changes = [
      `document.querySelector('input').value = 'Bo'`,
      `document.querySelector('[type=checkbox]').checked = true`,
      `document.querySelector('[type=checkbox]').indeterminate = true`,
      `document.querySelector('button').focus()`,
      `document.querySelector('button').setAttribute('aria-label', 'Keep')`,
      `document.querySelector('button').className = 'gone'`,
      `document.styleSheets[0].cssRules[0].style.visibility = 'visible'`,
      `scrollTo(0, 40)`,
      `document.title = 'Other'`,
      `location.reload()`,
    ];
    // The browser may still be drawing the page, or the last change.
    const settled = () =>
      vi.waitFor(async () => {
        const seen = await look();
        expect(await look()).toBe(seen);
        return seen;
      }, 10_000);
    for (const change of changes) {
      const before = await settled();
      const loaded = new Promise((resolve) => page.surface.session.on('Page.loadEventFired', resolve));
      await page.evaluate(change);
      if (change.includes('reload')) await loaded;
      const after = await look();
      expect(after, change).not.toBe(before);
      expect(after, change).not.toEqual(before);
    }
  });

  it('gives a page that has not changed all its steps again', async () => {
    await page.load('<!doctype html><button>Save</button>');
    const memory = new SecretMemory();
    const first = await observe(page.surface, memory);
    stepsOf(first.capture.document).take(1_000_000);
    const second = await observe(page.surface, memory);
    expect(second.observation).toBe(first.observation);
    expect(stepsOf(second.capture.document).areUsedUp).toBe(false);
  });

  it('masks what another page has shown to be a secret since the last look at a page that has not changed', async () => {
    await page.load('<!doctype html><label>Note <input value="open sesame 7"></label>');
    const memory = new SecretMemory();
    const valueOf = async () => {
      const { observation } = await observe(page.surface, memory);
      return [...eachElement(observation.elements)].find(({ role }) => role === 'textbox')?.value;
    };
    expect([await valueOf(), await valueOf()]).toEqual(['open sesame 7', 'open sesame 7']);
    const other = await browser.openPage('<!doctype html><input type=password value="open sesame 7">');
    await observe(other.surface, memory);
    expect([await valueOf(), await valueOf()]).toEqual([secretMask, secretMask]);
    await other.close();
  });
});
