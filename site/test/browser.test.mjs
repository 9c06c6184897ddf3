import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dist, pages } from './built.mjs';
import { serveFolder } from './serve.mjs';

let server;
let browser;
beforeAll(async () => {
  server = await serveFolder(dist);
  browser = await chromium.launch({
    executablePath: process.env.RECOURSE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Opens a page, and collects what it requests and what goes wrong. */
const open = async (address, options) => {
  const page = await browser.newPage(options);
  const hosts = new Set();
  const problems = [];
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on(
    'response',
    (response) => response.status() >= 400 && problems.push(`${response.status()} ${response.url()}`),
  );
  await page.goto(`${server.url}${address}`, { waitUntil: 'load' });
  return { page, hosts, problems };
};

/** Nothing went wrong, and nothing was requested from another host. */
const expectClean = ({ hosts, problems }) => {
  expect(problems).toEqual([]);
  expect([...hosts].filter((origin) => origin !== 'null')).toEqual([server.url]);
};

const looks = [
  { look: 'desktop', viewport: { width: 1280, height: 800 } },
  { look: 'phone', viewport: { width: 390, height: 844 } },
];

describe.each(looks)('on a $look', ({ look, viewport }) => {
  it('shows every page without a horizontal scroll bar', async () => {
    const page = await browser.newPage({ viewport, javaScriptEnabled: false });
    const wide = [];
    for (const address of pages) {
      await page.goto(`${server.url}${address}`, { waitUntil: 'load' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) wide.push(`${address} is ${width} px wide`);
    }
    await page.close();
    expect(wide).toEqual([]);
  });

  it.each([
    ['RATE_LIMIT_EXCEEDED', '/docs/reference/codes.html'],
    ['npm create', '/docs/guide/your-first-server.html'],
    ['PostgreSQL', '/docs/guide/state.html'],
    ['approvals', '/docs/guide/serving.html'],
  ])('finds %s in the search', async (term, expected) => {
    const opened = await open('/docs/', { viewport });
    const { page } = opened;
    await page.locator('.VPNavBarSearch button').first().click();
    await page.locator('#localsearch-input').fill(term);
    await page.locator(`#localsearch-list .result[href^="${expected}"]`).first().click();
    await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(expected);
    await page.locator('main').getByText(new RegExp(term, 'iu')).first().waitFor({ state: 'attached' });
    expectClean(opened);
    await page.close();
  });

  it.each(['light', 'dark'])('shows the front page, a guide and a reference in a %s scheme', async (colorScheme) => {
    for (const address of ['/', '/docs/guide/recovering.html', '/docs/reference/codes.html', '/docs/recovery.html']) {
      const opened = await open(address, { viewport, colorScheme });
      const { page } = opened;
      await page.locator('h1').first().waitFor();
      const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
      expect(isDark).toBe(colorScheme === 'dark');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      const broken = await page.evaluate(async () => {
        const images = [...document.images];
        await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
        return images.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
      });
      expect(broken).toEqual([]);
      expectClean(opened);
      await page.close();
    }
  });

  it('leads from the front page to the first guide, and on to the next', async () => {
    const opened = await open('/', { viewport });
    const { page } = opened;
    await page.getByRole('link', { name: 'Get started' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your first server' }).waitFor();
    if (look === 'phone') await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator('.VPSidebar').getByRole('link', { name: 'Writing tools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Writing tools' }).waitFor();
    await page.locator('.pager-link.next').click();
    await page.getByRole('heading', { level: 1, name: 'Guards' }).waitFor();
    expectClean(opened);
    await page.close();
  });
});

it('opens its menu on a phone, and goes where it says', async () => {
  const opened = await open('/', { viewport: looks[1].viewport });
  const { page } = opened;
  await page.locator('.VPNavBarHamburger').click();
  await page.locator('.VPNavScreen').getByRole('link', { name: 'Codes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Error codes' }).waitFor();
  await page.locator('.VPNavScreen').waitFor({ state: 'detached' });
  expectClean(opened);
  await page.close();
});

it('switches between light and dark, and remembers it', async () => {
  const opened = await open('/', { viewport: looks[0].viewport, colorScheme: 'light' });
  const { page } = opened;
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.locator('.VPNavBarAppearance button').click();
  expect(await isDark()).toBe(true);
  await page.reload();
  expect(await isDark()).toBe(true);
  expectClean(opened);
  await page.close();
});

it('keeps the columns of the terminal in the picture of the front page', async () => {
  const { page } = await open('/', { viewport: looks[0].viewport });
  await page.goto(await page.locator('img[src*="first-call"]').evaluate(({ src }) => src));
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('text')].map((each) => [each.textContent.length, each.getNumberOfChars()]),
  );
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter(([written, shown]) => written !== shown)).toEqual([]);
  await page.close();
});
