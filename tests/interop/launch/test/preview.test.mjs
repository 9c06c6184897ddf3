import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { samplePage } from '../../../../servers/launch/src/showing/testing/sample-run.ts';
import { launchBrowser, looks, openPage, shoot, violationsOf } from '../src/browser.mjs';
import { openSamplePreview } from '../src/sample-preview.mjs';

let browser;
let sample;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(() => sample?.close());

const open = async (more, address = 'docs/tally/', options = {}) => {
  sample = await openSamplePreview(more);
  return openPage(browser, `${sample.url}${address}`, options);
};
const card = (page) => page.getByRole('dialog', { name: 'Evidence' });
const markOf = (page, start) => page.getByRole('button', { name: new RegExp(`^Evidence, .*: ${start}`, 'u') });

describe('the preview in a browser', () => {
  it.each(looks)('shows the evidence at $width pixels in $colorScheme without a serious violation', async (look) => {
    const { page, requests, errors } = await open({}, 'docs/tally/', { ...look, bypassCSP: true });
    await markOf(page, 'Files over').click();
    expect(await card(page).innerText()).toContain('GATE_TRUTHLOCK_CONTRADICTED_FACT');
    await shoot(page, `preview-${look.width}-${look.colorScheme}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    expect(requests.filter((url) => !url.startsWith(sample.url))).toEqual([]);
    expect(errors).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${sample.url}__launch/`);
    await shoot(page, `index-${look.width}-${look.colorScheme}`, true);
    expect(await violationsOf(page)).toEqual([]);
    await page.close();
  });

  it('shows claim, file, lines and judgement of the sentence under the pointer', async () => {
    const { page } = await open();
    await page.locator('main').getByText('It reads UTF-8').hover();
    expect(await card(page).innerText()).toMatch(
      /It reads UTF-8 -- "as is" --[\s\S]*accepted the sentence[\s\S]*README\.md:4[\s\S]*needs no network/u,
    );
    const link = card(page).getByRole('link', { name: 'README.md:4' });
    expect(await link.getAttribute('href')).toMatch(
      /^https:\/\/github\.com\/acme\/tally\/blob\/a{40}\/README\.md#L4$/u,
    );
    await page.locator('main').getByText('fastest counter').hover();
    expect(await card(page).innerText()).toContain('This sentence cites no claim.');
    await page.mouse.move(700, 700);
    await card(page).waitFor({ state: 'hidden' });
    await page.close();
  });

  it('stays open after a click, and closes with Escape or a click elsewhere', async () => {
    const { page } = await open();
    await page.locator('main').getByText('fastest counter').click();
    await page.locator('main').getByText('It reads UTF-8').hover();
    expect(await card(page).innerText()).toContain('fastest counter');
    await page.keyboard.press('Escape');
    expect(await card(page).isVisible()).toBe(false);
    await page.locator('main').getByText('fastest counter').click();
    await page.mouse.click(700, 600);
    expect(await card(page).isVisible()).toBe(false);
    await page.close();
  });

  it('works with the keyboard alone', async () => {
    const { page } = await open();
    await markOf(page, 'Tally counts').focus();
    expect(await card(page).innerText()).toContain('README.md:3');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const focused = () =>
      page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.textContent || at?.getAttribute('aria-label');
      });
    expect(await focused()).toBe('README.md:3');
    await page.keyboard.press('Escape');
    expect(await card(page).isVisible()).toBe(false);
    expect(await focused()).toMatch(/^Evidence, cited: Tally counts/u);
    await page.close();
  });

  it('follows links of the page, and hides its marks', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Marks' }).click();
    expect(await markOf(page, 'Tally counts').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Acme' }).click();
    // The bar appears once the script of the next page has run.
    await page.getByText('Not a page of this run').waitFor();
    expect(page.url()).toBe(sample.url);
    await page.close();
  });

  it('counts what it matched, and lists the rest on its index', async () => {
    const { page } = await open();
    expect(await page.getByRole('navigation', { name: 'Preview' }).innerText()).toContain('7 of 7 sentences matched');
    await page.getByRole('link', { name: 'All pages' }).click();
    await page.locator('main').getByText('7 of 7 sentences matched, 1 more in front matter').waitFor();
    await page.getByText('1 in front matter only').click();
    await page.getByText('Documentation of Tally.').waitFor();
    await page.close();
  });
});

describe('the preview of a hostile site', () => {
  const layoutFor = (spy) => `<!doctype html><html><head>
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; style-src 'none'">
<base href="${spy}">
<style>* { display: none !important; transform: scale(0) !important; animation: none } html, body, main, main * { display: block !important; transform: none !important }</style>
<script>alert('inline')</script><script src="/own.js"></script>
</head><body onload="alert('body')">
<img name="body"><form name="querySelectorAll"></form><form name="createElement"></form><img name="currentScript">
<form name="addEventListener"></form><img name="documentElement"><img name="adoptedStyleSheets"><form id="CSSStyleSheet"></form>
<dialog open style="position:fixed;inset:0;z-index:2147483647">Over all</dialog>
<a href="javascript:alert('link')" id="bad">bad</a><img src="${spy}spy.png" onerror="alert('image')">
<iframe src="${spy}"></iframe><iframe srcdoc="<script>alert('frame')</script>"></iframe>
<main>{{ .Content }}</main>`;

  it('runs no script, asks no other host, and still shows the evidence', async () => {
    const asked = [];
    const spy = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    await new Promise((resolve) => spy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => spy.close(resolve)));
    const { page, errors } = await open({
      'layouts/_default/single.html': layoutFor(`http://127.0.0.1:${spy.address().port}/`),
      'layouts/_default/baseof.html': '{{ block "main" . }}{{ end }}',
      'static/own.js': "alert('file')",
      'content/docs/tally.md': `${samplePage}\n<textarea><!--`,
    });
    await markOf(page, 'Tally counts').evaluate((button) => button.focus());
    expect(await card(page).isVisible()).toBe(true);
    expect(await card(page).innerText()).toContain('README.md:3');
    const bar = page.getByRole('navigation', { name: 'Preview' });
    const box = await bar.boundingBox();
    const top = await page.evaluate(
      ([x, y]) => Document.prototype.elementFromPoint.call(document, x, y)?.getAttribute('popover'),
      [box.x + 5, box.y + box.height / 2],
    );
    expect(top).toBe('manual');
    await page.locator('#bad').evaluate((link) => link.click());
    expect({ errors, asked }).toEqual({ errors: [], asked: [] });
    await page.close();
  });
});
