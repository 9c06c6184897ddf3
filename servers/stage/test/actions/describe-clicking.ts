import { expect, it } from 'vitest';
import type { ActingApp } from './acting-app.ts';

/** Records which elements the page saw clicks on, by their ids. */
const recording = `<script>clicks = []; document.addEventListener('click', (event) => clicks.push(event.target.id), true);</script>`;

/** Clicks, and the refusals of elements that cannot be clicked. */
export const describeClicking = (page: ActingApp): void => {
  it('clicks the element that a reference, a selector, or a role and a name names', async () => {
    await page.load(`<!doctype html>${recording}<button id=a>Save</button><button id=b>Send</button>`);
    const ref = await page.refOf('Save');
    // The caller knows the element of a reference.
    expect(await page.call('electron_click', { ref })).toEqual({});
    expect(await page.call('electron_click', { selector: '#b' })).toMatchObject({ target: { name: 'Send' } });
    expect(await page.call('electron_click', { by: { role: 'button', name: 'send' } })).toMatchObject({
      target: { name: 'Send' },
    });
    expect(await page.evaluate('clicks')).toEqual(['a', 'b', 'b']);
  });

  it('sends right clicks, double clicks and clicks of the middle button', async () => {
    await page.load(`<!doctype html><button id=a>A</button><script>seen = [];
      for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick']) a.addEventListener(type, (event) => { event.preventDefault(); seen.push(type + event.button + event.isTrusted); });</script>`);
    await page.call('electron_click', { selector: '#a', button: 'right' });
    await page.call('electron_click', { selector: '#a', button: 'middle' });
    await page.call('electron_click', { selector: '#a', clickCount: 2 });
    expect((await page.evaluate<string[]>('seen')).filter((event) => event !== 'auxclick2true')).toEqual([
      'contextmenu2true',
      'auxclick1true',
      'click0true',
      'click0true',
      'dblclick0true',
    ]);
  });

  it('names the element in front of a covered one, with a reference, and clicks neither', async () => {
    await page.load(`<!doctype html>${recording}<button id=a>Pay</button>
      <div role=dialog aria-label="Cookies" id=layer style="position:fixed;inset:0;background:white;padding-left:300px"><button id=ok onclick="layer.remove()">Accept</button></div>`);
    const refused = await page.call('electron_click', { selector: '#a', timeoutMs: 100 });
    expect(refused).toMatchObject({
      code: 'ELEMENT_COVERED',
      effect: 'none',
      details: { covered_by: 'dialog "Cookies"' },
    });
    expect(await page.evaluate('clicks')).toEqual([]);
    const [look] = refused.next_actions;
    expect(JSON.stringify(await page.call(look?.tool as string, look?.arguments))).toContain('Accept');
    await page.call('electron_click', { by: { role: 'button', name: 'Accept' } });
    await page.call('electron_click', { selector: '#a' });
    expect(await page.evaluate('clicks')).toEqual(['ok', 'a']);
  });

  it('tells why an element is disabled', async () => {
    await page.load(`<!doctype html><button id=a disabled>A</button><fieldset id=set disabled><input id=b><a id=free href="#x">Free</a></fieldset>
      <div role=group aria-disabled=true id=group><div role=button id=c tabindex=0>C</div></div>`);
    const reason = async (selector: string): Promise<unknown> => {
      const { code, details } = await page.call('electron_click', { selector, timeoutMs: 30_000 });
      expect(code).toBe('ELEMENT_DISABLED');
      return details['reason'];
    };
    // The page has no scripts, so nothing is waited for.
    expect(await reason('#a')).toBe('it has the attribute disabled');
    expect(await reason('#b')).toBe('it is inside the disabled <fieldset id="set">');
    expect(await reason('#c')).toBe('<div id="group"> has aria-disabled="true"');
    expect(await page.call('electron_click', { selector: '#free' })).toMatchObject({ target: { name: 'Free' } });
  });

  it('refuses a reference whose element was replaced, at once', async () => {
    await page.load('<!doctype html><button id=a>Save</button><script></script>');
    const ref = await page.refOf('Save');
    await page.evaluate('a.replaceWith(a.cloneNode(true))');
    expect(await page.call('electron_click', { ref, timeoutMs: 30_000 })).toMatchObject({
      code: 'REF_NOT_FOUND',
      effect: 'none',
      details: { reason: 'replaced' },
    });
  });

  it('answers with the dialogs that a click opens, which are dismissed', async () => {
    await page.load(
      `<!doctype html><button id=a onclick="answer = [confirm('Really delete?'), alert('Done')]">Delete</button>`,
    );
    expect(await page.call('electron_click', { selector: '#a' })).toMatchObject({
      dialogs: [
        { type: 'confirm', message: 'Really delete?', action: 'dismiss' },
        { type: 'alert', message: 'Done', action: 'dismiss' },
      ],
    });
    expect(await page.evaluate('answer')).toEqual([false, null]);
  });
};
