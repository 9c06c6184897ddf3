import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../../src/observe/testing/open-page.ts';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginStage } from './open-plugin-stage.ts';
import { serveHtml } from './serve-html.ts';
import type { ServedHtml } from './serve-html.ts';

const apps = path.join(import.meta.dirname, '../apps');
const plugin = { use: 'a11y', grant: ['page', 'elements'] };

interface Finding {
  readonly rule: string;
  readonly impact: string;
  readonly count: number;
  readonly nodes: readonly { readonly target: readonly string[]; readonly problem: string }[];
}
interface Audit {
  readonly ok: boolean;
  readonly passed: boolean;
  readonly truncated: boolean;
  readonly engine: { readonly version: string };
  readonly summary: Readonly<Record<string, number>>;
  readonly violations: readonly Finding[];
}

const shop = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
  <form id="login"><input name="user"><input type="password" value="hunter2-secret"></form>
  <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><div id="cards"></div>
  <p id="seen"></p><button id="report">Report</button></main>
  <script>
    window.axe = 'mine';
    let messages = 0;
    addEventListener('message', () => { messages += 1; });
    report.onclick = () => { seen.textContent = 'axe is ' + window.axe + ', ' + messages + ' messages'; };
    const root = document.querySelector('#cards').attachShadow({ mode: 'open' });
    root.innerHTML = '<button></button>';
  </script></html>`;

describe.skipIf(lacksBrowser)('a11y_audit of a page', () => {
  let stage: PluginStage;
  let web: ServedHtml;
  beforeAll(async () => {
    web = await serveHtml();
    stage = await openPluginStage([plugin]);
  });
  afterAll(async () => {
    await stage.close();
    web.close();
  });

  const open = async (html: string, type?: string) =>
    expect(await stage.call('electron_open_page', { url: web.publish(html, type) })).toMatchObject({ ok: true });
  const audit = (args: Parameters<PluginStage['call']>[1] = {}) => stage.call<Audit>('a11y_audit', args);
  const rulesOf = ({ violations }: Audit): readonly string[] => violations.map(({ rule }) => rule);

  it('is NOT_RUNNING before anything is open', async () => {
    expect(await audit()).toMatchObject({ ok: false, code: 'NOT_RUNNING' });
  });

  it('finds the problems, the worst first, with a selector for each element, also in shadow roots', async () => {
    await open(shop);
    const found = await audit();
    expect(found).toMatchObject({ ok: true, passed: false, engine: { version: '4.14.0' } });
    expect(rulesOf(found)).toEqual(expect.arrayContaining(['label', 'image-alt', 'button-name']));
    expect(found.violations[0]?.impact).toBe('critical');
    const nodes = (rule: string) =>
      found.violations.find((one) => one.rule === rule)?.nodes.map(({ target }) => target);
    expect(nodes('label')).toEqual([['#login > input:nth-of-type(1)'], ['#login > input:nth-of-type(2)']]);
    expect(nodes('button-name')).toEqual([['#cards', 'button']]);
    expect(await stage.call('electron_get_state', { selector: '#login > input:nth-of-type(1)' })).toMatchObject({
      ok: true,
    });
  });

  it('does not change the page, and shows no attribute values', async () => {
    const found = await audit();
    expect(JSON.stringify(found)).not.toContain('hunter2');
    await stage.call('electron_click', { selector: '#report' });
    const seen = await stage.call('electron_get_text', { selector: '#seen' });
    expect(seen).toMatchObject({ text: 'axe is mine, 0 messages' });
  });

  it('checks only the requested parts, rules, tags and impacts', async () => {
    expect(rulesOf(await audit({ scope: '#login', rules: ['label', 'image-alt'] }))).toEqual(['label']);
    expect(rulesOf(await audit({ include: ['img', '#cards'], tags: ['wcag2a'] })).toSorted()).toEqual([
      'button-name',
      'image-alt',
    ]);
    expect(rulesOf(await audit({ exclude: ['#login', '.nothing'], rules: ['label'] }))).toEqual([]);
    const bounded = await audit({ impactMin: 'critical', maxViolations: 1, maxNodesPerViolation: 1 });
    expect(bounded.violations).toHaveLength(1);
    expect(bounded).toMatchObject({ truncated: true, summary: { violations: expect.any(Number) as number } });
    expect(bounded.summary['violations']).toBeGreaterThan(1);
  });

  it('runs audits of one page in turn', async () => {
    const all = await Promise.all([
      audit({ rules: ['label'] }),
      audit({ rules: ['label'] }),
      audit({ rules: ['label'] }),
    ]);
    expect(all.map(rulesOf)).toEqual([['label'], ['label'], ['label']]);
  });

  it.each([
    [{ scope: '#login >>> x' }, 'a11y.INVALID_SELECTOR'],
    [{ exclude: ['input[value^="h"]'] }, 'a11y.INVALID_SELECTOR'],
    [{ scope: '#nowhere' }, 'a11y.SCOPE_NOT_FOUND'],
    [{ include: ['img', 'video'] }, 'a11y.SCOPE_NOT_FOUND'],
    [{ rules: ['labels'] }, 'a11y.UNKNOWN_RULE'],
    [{ tags: ['wcag9'] }, 'a11y.UNKNOWN_RULE'],
    [{ scope: 'img', include: ['img'] }, 'BAD_ARGUMENT'],
    [{ rules: ['label'], tags: ['wcag2a'] }, 'BAD_ARGUMENT'],
    [{ impactMin: 'huge' }, 'BAD_ARGUMENT'],
    [{ maxViolations: 101 }, 'BAD_ARGUMENT'],
  ])('rejects %j with %s', async (args, code) => {
    expect(await audit(args)).toMatchObject({ ok: false, code });
  });

  it('rejects a selector that is too long', async () => {
    expect(await audit({ scope: 'a'.repeat(501) })).toMatchObject({ code: 'BAD_ARGUMENT' });
  });

  it('passes a page without problems, and counts the frames that were not audited', async () => {
    await stage.call('electron_stop');
    const frame = '<iframe title="inner" srcdoc="<img src=x>"></iframe>';
    await open(`<!doctype html><html lang="en"><title>Good</title><main><h1>Good</h1>${frame}</main></html>`);
    expect(await audit()).toMatchObject({ passed: true, violations: [], summary: { frames_not_audited: 1 } });
    expect(await audit({ tags: ['best-practice'] })).toMatchObject({ passed: true });
  });

  it('bounds the answer for a page with very many problems', async () => {
    await stage.call('electron_stop');
    await open(`<!doctype html><title>Many</title>${'<img src="x">'.repeat(3000)}`);
    const found = await audit({ rules: ['image-alt'] });
    expect(found.violations).toMatchObject([{ rule: 'image-alt', count: 3000 }]);
    expect(found.violations[0]?.nodes).toHaveLength(3);
  });

  it('is a11y.ENGINE_FAILED, which can be retried, while the page keeps reloading', async () => {
    await stage.call('electron_stop');
    const list = '<p><a href="#x">link</a></p>'.repeat(4000);
    await open(`<!doctype html><title>Loop</title>${list}<script>setInterval(() => location.reload(), 1)</script>`);
    expect(await audit()).toMatchObject({ code: 'a11y.ENGINE_FAILED', retryable: true });
  });

  it('is a11y.UNSUPPORTED for a document that is not HTML', async () => {
    await stage.call('electron_stop');
    await open('<?xml version="1.0"?><list><item/></list>', 'application/xml');
    expect(await audit()).toMatchObject({
      code: 'a11y.UNSUPPORTED',
      details: { surface_id: expect.any(String) as string },
    });
    await stage.call('electron_stop');
  });
});

describe.skipIf(lacksElectron)('a11y_audit of an Electron app', () => {
  it('finds the problems of its window', async () => {
    const place = await openElectronPlace();
    const stage = await openPluginStage([plugin], { environment: place.environment, appRoots: [apps] });
    try {
      await stage.call('electron_launch', { main: path.join(apps, 'native') });
      const found = await stage.call<Audit>('a11y_audit', {});
      expect(found).toMatchObject({ ok: true, passed: false });
      expect(found.violations.map(({ rule }) => rule)).toContain('html-has-lang');
    } finally {
      await stage.close();
      await place.close();
    }
  });
});
