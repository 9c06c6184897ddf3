import { expect, it } from 'vitest';
import type { ActingApp } from './acting-app.ts';

/** Hovering, dragging and scrolling. */
export const describePointing = (page: ActingApp): void => {
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

  it('drags between elements that are too far apart to be seen together', async () => {
    await page.load(`<!doctype html><style>div { width: 60px; height: 60px; background: silver; user-select: none } p { height: 3000px }</style>
      <div id=a>A</div><div id=b draggable=true>B</div><p></p><div id=c>C</div><div id=d draggable=true>D</div>
      <script>seen = []; addEventListener('mousedown', ({ target }) => seen.push('down ' + target.id)); addEventListener('mouseup', ({ target }) => seen.push('up ' + target.id));
      addEventListener('dragstart', ({ dataTransfer, target }) => dataTransfer.setData('text/plain', target.id));
      for (const one of [a, c]) { one.addEventListener('dragover', (event) => event.preventDefault()); one.addEventListener('drop', (event) => { event.preventDefault(); seen.push(event.dataTransfer.getData('text/plain') + ' on ' + one.id); }); }</script>`);
    const drag = (selector: string, targetSelector: string) => page.call('electron_drag', { selector, targetSelector });
    expect(await drag('#a', '#c')).toHaveProperty('source');
    expect(await drag('#c', '#a')).toHaveProperty('source');
    expect(await page.evaluate('seen.splice(0)')).toEqual(['down a', 'up c', 'down c', 'up a']);
    expect(await drag('#b', '#c')).toHaveProperty('source');
    expect(await drag('#d', '#a')).toHaveProperty('source');
    expect(await page.evaluate('seen')).toEqual(expect.arrayContaining(['b on c', 'd on a']));
  });

  it('reaches the elements of a zoomed page, and tells where they are', async () => {
    await page.load(`<!doctype html><style>body { margin: 0 } div, button, iframe { position: absolute; width: 60px; height: 40px }</style>
      <button id=a style="left:180px;top:150px" onclick="seen.push('a')">A</button><iframe id=f style="left:300px;top:150px;width:90px;height:60px"></iframe>
      <div id=b draggable=true style="left:20px;top:100px">B</div><div id=c style="left:220px;top:20px" onmouseenter="seen.push('over c')">C</div>
      <script>seen = []; f.srcdoc = '<button onclick="parent.seen.push(1)">In</button>';
      c.addEventListener('dragover', (event) => event.preventDefault()); c.addEventListener('drop', () => seen.push('dropped'));</script>`);
    for (const _ of [1, 2, 3]) await page.call('electron_key', { key: 'Control++' });
    const until = (condition: string) =>
      page.evaluate(
        `new Promise((resolve) => { const look = () => ${condition} ? resolve() : setTimeout(look, 20); look(); })`,
      );
    try {
      await until('devicePixelRatio > 1.25');
      await page.call('electron_click', { selector: '#a' });
      await page.call('electron_click', { by: { role: 'button', name: 'In' } });
      await page.call('electron_hover', { selector: '#c' });
      await page.call('electron_drag', { selector: '#b', targetSelector: '#c' });
      expect(await page.evaluate('[...new Set(seen)]')).toEqual(['a', 1, 'over c', 'dropped']);
      expect(await page.call('electron_get_bbox', { selector: '#a' })).toMatchObject({
        bbox: { x: 180, y: 150, width: 60, height: 40 },
        in_viewport: true,
      });
    } finally {
      await page.call('electron_key', { key: 'Control+0' });
      await until('devicePixelRatio === 1');
    }
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
};
