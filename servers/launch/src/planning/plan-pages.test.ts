import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../demo/product/sample-product.ts';
import { draftSite, sampleConfig } from '../testing/draft-site.ts';
import { pageAddress } from './page-path.ts';
import { createSlugs, slugOf } from './slug.ts';

const pathsWith = async (given: Parameters<typeof sampleConfig>[0], files: Record<string, string> = sampleProduct) =>
  (await draftSite(files, { config: sampleConfig(given) })).plan.pages.map(({ path }) => path);

describe('planPages', () => {
  it('plans the pages of all sections in order', async () => {
    expect(await pathsWith({})).toEqual([
      'content/products/tally/_index.md',
      'content/docs/tally/_index.md',
      'content/docs/tally/getting-started.md',
      'content/docs/tally/functions-and-types.md',
      'content/docs/tally/how-a-window-works.md',
      'content/docs/tally/configuration.md',
      'content/docs/tally/waiting-for-a-free-slot.md',
      'content/reference/tally/_index.md',
      'content/reference/tally/acme-tally.md',
      'content/kb/tally/_index.md',
      'content/kb/tally/limit-the-requests-of-each-user.md',
      'content/kb/tally/share-one-limit-between-several-functions.md',
      'content/blog/introducing-tally.md',
    ]);
  });

  it('puts pages where the layout of the site says', async () => {
    const paths = await pathsWith({
      required_sections: ['blog', 'products'],
      family: 'limits',
      locale: 'de',
      site_layout: { localization: 'dir', subdomain_roots: { blog: 'content/news' } },
    });
    expect(paths).toEqual([
      'content/products/de/limits/tally/_index.md',
      'content/news/de/limits/introducing-tally.md',
    ]);
    const named = await pathsWith({
      required_sections: ['products'],
      locale: 'de',
      site_layout: { localization: 'filename' },
    });
    expect(named).toEqual(['content/products/tally/_index.de.md']);
  });

  it('gives every page its own file, even for equal and empty titles', async () => {
    const docs = Object.fromEntries(
      ['Index', '_index', 'Getting started', 'Same', 'Same', '日本', '日本', '../../etc'].map((title, index) => [
        `docs/${index}.md`,
        `# ${title}\n\n${'text '.repeat(60)}`,
      ]),
    );
    const paths = await pathsWith({ required_sections: ['docs'] }, { ...docs, 'a.ts': '' });
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).toMatch(/^content\/docs\/tally\/[a-z_][a-z0-9-]*\.md$/);
    expect(paths.filter((path) => /\/_?index\.md$/.test(path))).toEqual(['content/docs/tally/_index.md']);
  });

  it('links only pages that exist, never a page to itself', async () => {
    const { plan } = await draftSite(sampleProduct);
    const keys = new Set(plan.pages.map(({ section, slug }) => `${section}/${slug}`));
    for (const { section, slug, links } of plan.pages) {
      expect(links.filter((link) => !keys.has(link))).toEqual([]);
      expect(links).not.toContain(`${section}/${slug}`);
    }
    const { plan: alone } = await draftSite(sampleProduct, { config: sampleConfig({ required_sections: ['blog'] }) });
    expect(alone.pages[0]?.links).toEqual([]);
  });

  it('stays within the budget for files and keeps a page of each section', async () => {
    const { plan } = await draftSite(sampleProduct, { config: sampleConfig({ budgets: { max_files_changed: 6 } }) });
    expect(plan.pages).toHaveLength(6);
    expect(new Set(plan.pages.map(({ section }) => section)).size).toBe(5);
  });

  it('plans pages for a product without documents, manifest and known language', async () => {
    expect(await pathsWith({}, { 'main.xyz': 'x' })).toEqual([
      'content/products/tally/_index.md',
      'content/docs/tally/_index.md',
      'content/docs/tally/getting-started.md',
      'content/reference/tally/_index.md',
      'content/kb/tally/_index.md',
      'content/blog/introducing-tally.md',
    ]);
  });
});

describe('slugOf', () => {
  it.each([
    ['Crème brûlée & more!', 'creme-brulee-more'],
    ["Don't panic", 'dont-panic'],
    ['日本', ''],
    ['../../etc/passwd', 'etc-passwd'],
  ])('turns %s into %s', (title, slug) => expect(slugOf(title)).toBe(slug));

  it('numbers repeated slugs', () => {
    const slugs = createSlugs(['a']);
    expect([slugs('A', 'x'), slugs('a', 'x'), slugs('', 'x')]).toEqual(['a-2', 'a-3', 'x']);
  });
});

describe('pageAddress', () => {
  it.each([
    ['content/docs/tally/_index.md', '/docs/tally/'],
    ['content/docs/tally/Guide.md', '/docs/tally/guide/'],
    ['elsewhere/a.md', '/elsewhere/a/'],
  ])('derives the address of %s: %s', (path, address) => expect(pageAddress(sampleConfig(), path)).toBe(address));
});
