import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../../../servers/launch/src/showing/report/render-report.ts';
import { sampleRun } from '../../../../servers/launch/src/showing/testing/sample-run.ts';
import { launchBrowser, looks, openPage, shoot, violationsOf } from '../src/browser.mjs';
import { openSamplePreview } from '../src/sample-preview.mjs';

let browser;
let sample;
beforeAll(async () => {
  [browser, sample] = await Promise.all([launchBrowser(), openSamplePreview()]);
});
afterAll(async () => {
  await browser?.close();
  await sample?.close();
});

/** The issues that a reader sees. */
const seen = (page) => page.locator('.issue:visible').count();

describe('the validation report in a browser', () => {
  it.each(looks)('fits a screen of $width pixels in $colorScheme and has no serious violation', async (look) => {
    const { page, requests, errors } = await openPage(browser, sample.report, look);
    await shoot(page, `report-${look.width}-${look.colorScheme}`, true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    expect(await page.locator('.verdict').innerText()).toContain('4 of 5 gates failed');
    expect({ requests, errors }).toEqual({ requests: [sample.report], errors: [] });
    await page.close();
    // The policy of the report does not let axe in.
    const open = await openPage(browser, sample.report, { ...look, bypassCSP: true });
    expect(await violationsOf(open.page)).toEqual([]);
    await open.page.close();
  });

  it('shows pages, issues and evidence without JavaScript', async () => {
    const { page } = await openPage(browser, sample.report, { javaScriptEnabled: false });
    expect(await seen(page)).toBe(4);
    await page.getByText('Tally counts words in files.', { exact: true }).first().click();
    const claim = page.getByRole('link', { name: 'README.md:3' });
    expect(await claim.getAttribute('href')).toMatch(
      /^https:\/\/github\.com\/acme\/tally\/blob\/a{40}\/README\.md#L3$/u,
    );
    await page.close();
  });

  it('puts issues and sentences side by side on a wide screen, and below each other on a narrow one', async () => {
    const sides = async (width) => {
      const { page } = await openPage(browser, sample.report, { width });
      const [issues, sentences] = await Promise.all(
        ['.issues', '.sentences'].map((part) => page.locator(`#page-1 ${part}`).boundingBox()),
      );
      await page.close();
      return { issues, sentences };
    };
    const wide = await sides(1400);
    expect(wide.sentences.x).toBeGreaterThan(wide.issues.x + 200);
    expect(wide.sentences.y).toBe(wide.issues.y);
    const narrow = await sides(360);
    expect(narrow.sentences.y).toBeGreaterThan(narrow.issues.y);
  });

  it('filters by severity and by gate', async () => {
    const { page } = await openPage(browser, sample.report);
    await page.getByLabel('warning').uncheck();
    expect(await seen(page)).toBe(3);
    expect(await page.locator('#page-2').isVisible()).toBe(false);
    await page.getByLabel('warning').check();
    await page.getByRole('combobox', { name: 'Gate' }).selectOption({ label: 'internal_links (1)' });
    expect(await seen(page)).toBe(1);
    expect(await page.locator('.page:visible').count()).toBe(1);
    expect(await page.locator('nav li:visible').count()).toBe(1);
    await page.close();
  });

  it('works with the keyboard alone', async () => {
    const { page } = await openPage(browser, sample.report);
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.replaceAll(/\s+/gu, ' ').trim());
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the pages');
    await page.locator('#s-blocker').focus();
    await page.keyboard.press('Space');
    expect(await seen(page)).toBe(3);
    await page.locator('#page-1 .sentence summary').nth(2).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('README.md:3');
    await page.close();
  });

  it('runs nothing that its text says', async () => {
    const run = await sampleRun();
    const bad = `</title></style><script>alert(1)</script><img src="http://127.0.0.1:9/x" onerror="alert(2)">"onload=alert(3) \u202e`;
    const pages = run.pages.map((page) => ({
      ...page,
      title: bad,
      issues: page.issues.map((issue) => ({ ...issue, message: bad, gate: bad })),
      sentences: page.sentences.map((sentence) => ({ ...sentence, text: bad })),
    }));
    const file = sample.report.replace('report.html', 'hostile.html');
    writeFileSync(
      fileURLToPath(file),
      await renderReport({ ...run, pages, config: { ...run.config, product_name: bad } }),
    );
    const { page, requests, errors } = await openPage(browser, file);
    expect({ requests, errors }).toEqual({ requests: [file], errors: [] });
    expect(await page.title()).toContain('<script>alert(1)</script>');
    await page.close();
  });

  it('stays usable with a hundred pages, two thousand sentences and five hundred issues', async () => {
    const run = await sampleRun();
    const [first] = run.pages;
    const sentences = Array.from({ length: 20 }, (_, at) => first.sentences[at % first.sentences.length]);
    const issues = Array.from({ length: 5 }, () => first.issues[1]);
    const pages = Array.from({ length: 100 }, (_, at) => ({ ...first, path: `content/${at}.md`, sentences, issues }));
    const file = sample.report.replace('report.html', 'large.html');
    const report = { ...run.report, issues: pages.flatMap((page) => page.issues) };
    writeFileSync(fileURLToPath(file), await renderReport({ ...run, pages, report }));
    const { page } = await openPage(browser, file);
    expect(await page.locator('.sentence').count()).toBe(2000);
    await page.getByRole('navigation').getByRole('link').last().click();
    await page.locator('#page-100 .sentence summary').nth(2).click();
    expect(await page.locator('#page-100').getByRole('link', { name: 'README.md:3' }).isVisible()).toBe(true);
    await page.close();
  });
});
