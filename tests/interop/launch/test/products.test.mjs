import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, shoot } from '../src/browser.mjs';
import { serveBranch } from '../src/built-site.mjs';
import { products } from '../src/products.mjs';
import { openWorld } from '../src/world.mjs';

let browser;
let world;
let site;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await site?.close();
  await world?.close();
  site = world = undefined;
});

/** Everything that a reader can reach from the front page by following links, and what is wrong with it. */
const readAsVisitor = async (url) => {
  const page = await browser.newPage();
  const wrong = [];
  const texts = new Map();
  const waiting = [url];
  page.on('pageerror', (error) => wrong.push(`${page.url()}: ${error.message}`));
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (texts.has(next)) continue;
    const response = await page.goto(next, { waitUntil: 'load' });
    if (response?.status() !== 200) wrong.push(`${next}: ${response?.status()}`);
    const seen = await page.evaluate(() => ({
      heading: document.querySelector('main h1')?.textContent ?? '',
      text: document.querySelector('main')?.innerText ?? '',
      links: [...document.querySelectorAll('a[href]')].map((link) => link.href),
      missing: [...document.querySelectorAll('main a[href^="#"]')]
        .map((link) => decodeURIComponent(link.hash.slice(1)))
        .filter((id) => document.getElementById(id) === null),
      scripts: document.querySelectorAll('main script, main iframe').length,
    }));
    texts.set(next, seen.text);
    if (seen.heading === '') wrong.push(`${next}: no heading`);
    if (seen.scripts > 0) wrong.push(`${next}: a script`);
    for (const id of seen.missing) wrong.push(`${next}: no #${id}`);
    for (const token of seen.text.match(/__[A-Z][A-Z_]+__(?!\w)|\{\{[^}]*\}\}|%%[A-Z]+%%/gu) ?? []) {
      if (!knownMarks.has(token)) wrong.push(`${next}: ${token}`);
    }
    for (const link of seen.links) {
      const address = link.split('#')[0] ?? '';
      if (address.startsWith(url) && !texts.has(address)) waiting.push(address);
    }
  }
  await page.close();
  return { texts, wrong };
};
/** Words of the products themselves that look like tokens. */
const knownMarks = new Set(['__DEV__']);

const keepPicture = async (url, name) => {
  const page = await browser.newPage({ viewport: { width: 900, height: 1200 } });
  await page.goto(url);
  await shoot(page, name);
  await page.close();
};

const filesOf = async (number) => world.ask(`/repos/acme/docs/pulls/${number}/files?per_page=100`);

describe.each(products)('$name, a product in $language', (product) => {
  it('becomes pages that pass every gate, that Hugo builds and that a browser shows', async () => {
    world = await openWorld(product, await product.read());
    const { run_id, status } = await world.start(world.config);
    expect({ state: status.state, open: status.open_issues }).toEqual({ state: 'READY_FOR_PR', open: [] });
    const report = JSON.parse(await world.artifactOf(run_id, 'validation_report.json'));
    expect(report.gates.filter(({ status: result }) => result === 'failed')).toEqual([]);
    expect(report.gates.find(({ name }) => name === 'hugo_build')).toMatchObject({
      status: 'passed',
      tool: { name: 'hugo' },
    });

    const opened = await world.call('launch_open_pr', { run_id });
    expect(opened).toMatchObject({ ok: true, branch: `launch/${run_id}/${product.slug}` });
    const files = await filesOf(1);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter(({ filename }) => !filename.startsWith('content/'))).toEqual([]);

    site = await serveBranch(world, opened.branch);
    const { texts, wrong } = await readAsVisitor(site.url);
    expect(wrong).toEqual([]);
    const own = [...texts].filter(([url]) => url.includes(product.slug));
    expect(own.length).toBeGreaterThan(4);
    const reference = own.filter(([url]) => url.includes('/reference/')).map(([, text]) => text);
    for (const symbol of product.symbols) expect(reference.join('\n')).toContain(symbol);
    for (const [url] of own.slice(0, 8))
      await keepPicture(url, `${product.slug}-${url.split('/').slice(3, -1).join('-')}`);
  });
});

describe('a site whose template has one defect of each kind that a fixer repairs', () => {
  const template = `__DESCRIPTION__

See [the first steps](/docs/baromter/), [the sections](#se-alos) and [relative](../baromter/).

*  __UNKNOWN_WORD__ with a wrong indent  

__BODY__

## See also

__LINKS__
`;

  it('is repaired one issue at a time, and the pull request holds none of them', async () => {
    const [product] = products;
    world = await openWorld(product, await product.read(), { 'templates/overview.md': template });
    const { run_id, status } = await world.start({ ...world.config, templates_dir: 'templates' });
    expect(status.state).toBe('VALIDATING');
    const { issues } = JSON.parse(await world.artifactOf(run_id, 'validation_report.json'));
    const codes = new Set(issues.map(({ error_code }) => error_code));
    expect([...codes].sort()).toEqual([
      'GATE_LINK_BROKEN_ANCHOR',
      'GATE_LINK_BROKEN_INTERNAL',
      'GATE_LINK_BROKEN_RELATIVE',
      'GATE_MARKDOWN_LINT_ERROR',
      'GATE_TEMPLATE_TOKEN_UNRESOLVED',
    ]);
    let fixes = 0;
    for (let { state } = status; state === 'VALIDATING'; { state } = await world.statusOf(run_id)) {
      expect(await world.call('launch_fix_next', { run_id })).toMatchObject({ ok: true });
      fixes += 1;
    }
    expect(fixes).toBeGreaterThanOrEqual(codes.size);
    expect((await world.statusOf(run_id)).state).toBe('READY_FOR_PR');
    const opened = await world.call('launch_open_pr', { run_id });
    expect(opened).toMatchObject({ ok: true });
    expect((await filesOf(1)).filter(({ filename }) => !filename.startsWith('content/'))).toEqual([]);
    site = await serveBranch(world, opened.branch);
    const { texts, wrong } = await readAsVisitor(site.url);
    expect(wrong).toEqual([]);
    expect([...texts.values()].join('\n')).not.toContain('UNKNOWN_WORD');
  });
});
