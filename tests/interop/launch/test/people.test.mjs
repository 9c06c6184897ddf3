import path from 'node:path';
import { sampleProduct } from '@recourse/server-launch';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage, shoot } from '../src/browser.mjs';
import { recourse, startPreview } from '../src/run-cli.mjs';
import { openWorld } from '../src/world.mjs';

let browser;
let world;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(() => world?.close());

describe('a launch of the sample product', () => {
  it('is shown by the commands: a report, and pages on which every sentence leads to its evidence', async () => {
    world = await openWorld({ slug: 'tally', name: 'Tally' }, sampleProduct);
    const { run_id } = await world.start(world.config);

    const { file } = JSON.parse(await recourse(world, 'launch', 'report', run_id, '--json'));
    const report = await openPage(browser, `file://${path.join(world.folder, file)}`);
    expect(await report.page.locator('.verdict').innerText()).toMatch(/^(?:Passed|Failed)/u);
    expect(await report.page.locator('.page').count()).toBeGreaterThan(5);
    await shoot(report.page, 'launch-report', true);
    expect(report.errors).toEqual([]);
    await report.page.close();

    const preview = await startPreview(world, run_id);
    expect(preview.matched).toBe(preview.sentences - preview.hidden);
    const { page, errors } = await openPage(browser, preview.index);
    const addresses = await page
      .locator('.preview h2 a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses.length).toBe(preview.pages);
    for (const address of addresses.slice(0, 4)) {
      await page.goto(new URL(address, preview.url).href);
      const marks = page.getByRole('button', { name: /^Evidence, / });
      expect(await marks.count()).toBeGreaterThan(3);
      await marks.nth(2).click();
      expect(await page.getByRole('dialog', { name: 'Evidence' }).innerText()).not.toBe('');
    }
    await shoot(page, 'launch-preview');
    expect(errors).toEqual([]);
    await page.close();
    expect(await preview.close()).toBe(0);
  });
});
