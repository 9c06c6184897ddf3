import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);

/** Debian's Chromium, or the one that RECOURSE_CHROMIUM names. */
export const launchBrowser = () =>
  chromium.launch({
    executablePath: process.env.RECOURSE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });

/** Every look that people may have of a page: two widths in two schemes. */
export const looks = [
  { width: 1400, colorScheme: 'light' },
  { width: 1400, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
];

/** Opens a page, and collects the addresses that it requests and the errors that its scripts throw. */
export const openPage = async (browser, url, { width = 1400, colorScheme = 'light', ...options } = {}) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, ...options });
  const requests = [];
  const errors = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('dialog', (dialog) => {
    errors.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return { page, requests, errors };
};

/** Keeps a picture if RECOURSE_SCREENSHOTS names a folder. */
export const shoot = async (page, name, fullPage = false) => {
  const folder = process.env.RECOURSE_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage });
};

/** The serious and critical violations that axe finds. */
export const violationsOf = async (page) => {
  await page.evaluate(require('axe-core').source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
};
