import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { lint } from 'markdownlint/sync';
import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../demo/product/sample-product.ts';
import { draftSite, sampleConfig } from '../testing/draft-site.ts';
import { pageAddress } from '../planning/page-path.ts';

const relativeLinks = (content: string): readonly string[] =>
  [...content.matchAll(/\]\(((?!https?:|mailto:)[^)]+)\)/g)].map(([, href = '']) => href);

describe('draftSection', () => {
  it('writes pages that a linter accepts', async () => {
    const { pages } = await draftSite(sampleProduct);
    const problems = lint({ strings: pages, config: { default: true, MD013: false } });
    expect(Object.values(problems).flat()).toEqual([]);
  });

  it('links pages by addresses that Hugo gives them', async () => {
    const config = sampleConfig();
    const { pages } = await draftSite(sampleProduct, { config });
    const addresses = new Set(Object.keys(pages).map((path) => pageAddress(config, path)));
    const all = Object.entries(pages).flatMap(([path, content]) =>
      relativeLinks(content).map((href) => new URL(href, `https://x.example${pageAddress(config, path)}`).pathname),
    );
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((address) => !addresses.has(address))).toEqual([]);
  });

  it('uses the canonical address of a section from other sections', async () => {
    const config = sampleConfig({ canonical_urls: { docs: 'https://docs.example.org/tally' } });
    const { pages } = await draftSite(sampleProduct, { config });
    expect(pages['content/products/tally/_index.md']).toContain('(https://docs.example.org/tally/getting-started/)');
    expect(pages['content/docs/tally/_index.md']).toContain('(getting-started/)');
  });

  it('shows the product with its facts, and code with its origin at the pinned commit', async () => {
    const { pages, facts } = await draftSite(sampleProduct);
    expect(pages['content/products/tally/_index.md']).toContain(
      '- Version: 1.2.0\n- License: MIT\n- Language: TypeScript',
    );
    expect(pages['content/kb/tally/limit-the-requests-of-each-user.md']).toContain(
      `Source: [examples/limit-requests.ts](https://github.com/acme/tally/blob/${facts.ref}/examples/limit-requests.ts#L1-L14)`,
    );
    expect(pages['content/reference/tally/acme-tally.md']).toContain(
      'function createLimiter(options: LimiterOptions): Limiter',
    );
    expect(pages['content/docs/tally/getting-started.md']).toContain('[Configuration](../configuration/)');
    expect(pages['content/blog/introducing-tally.md']).toContain('## Changes in 1.2.0\n\n- Add sliding windows.');
  });

  it('writes no more lines than the budget allows and says where the rest is', async () => {
    const config = sampleConfig({ budgets: { max_lines_per_file: 60 } });
    const long = `# Long\n\n${Array.from({ length: 200 }, (_, index) => `Paragraph ${index} of the guide.\n\n`).join('')}`;
    const { pages } = await draftSite({ ...sampleProduct, 'docs/long.md': long }, { config });
    for (const content of Object.values(pages)) expect(content.split('\n').length).toBeLessThanOrEqual(60);
    expect(pages['content/docs/tally/long.md']).toContain('The rest is in [docs/long.md](');
  });

  it('prefers the templates of the site', async () => {
    const { pages } = await draftSite(sampleProduct, {
      templates: { guide: '{{< banner >}}\n\n__BODY__\n\n__UNKNOWN__\n' },
    });
    const guide = pages['content/docs/tally/configuration.md'] ?? '';
    expect(guide).toMatch(/^---\n[^]*---\n\n\{\{< banner >\}\}\n\nPass all options/);
    expect(guide).toContain('__UNKNOWN__');
    expect(guide).not.toContain('See also');
  });

  it('keeps titles of a hostile product in their place', async () => {
    const title = 'x" onload="y\n---\ndraft: true {{< evil >}} <script>';
    const { pages } = await draftSite({
      'README.md': `# A\n\ntext\n\n## ${title.replaceAll('\n', ' ')}\n\n${'words '.repeat(60)}`,
      'package.json': JSON.stringify({
        name: 'a',
        description: 'D\n---\nlayout: evil {{< evil >}}',
        version: '1 {{< evil >}} <b>',
      }),
      'examples/a.ts': '// {{< evil >}} <img src=x>\ncode();\n',
    });
    for (const content of Object.values(pages)) {
      const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(content) ?? [];
      for (const line of head.split('\n')) expect(line).toMatch(/^(?:title|description|weight|date): /);
      const shown = body.replaceAll(/\{\{<\/\*.*?\*\/>\}\}/g, '').replaceAll(/```[^]*?```/g, '');
      expect(shown).not.toMatch(/\{\{[<%]|(?<!\\)<(?!https?:)/);
    }
  });

  it('escapes addresses of the configuration', async () => {
    const config = sampleConfig({
      github_repo_url: 'https://github.com/acme/{{<evil>}}.git',
      canonical_urls: { docs: 'https://docs.example.org/{{%evil%}}' },
    });
    const { pages } = await draftSite(sampleProduct, { config });
    const all = Object.values(pages).join('\n');
    expect(all).not.toMatch(/\{\{[<%]/);
    expect(all).toContain('<https://github.com/acme/%7B%7B%3Cevil%3E%7D%7D>');
  });

  it('returns equal bytes for equal files, regardless of their order', async () => {
    const names = Object.keys(sampleProduct);
    const first = await draftSite(sampleProduct);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: names.length }), async (order) => {
        const shuffled = Object.fromEntries(order.map((name) => [name, sampleProduct[name] ?? '']));
        expect((await draftSite(shuffled)).pages).toEqual(first.pages);
      }),
      { numRuns: repetitions({ atLeast: 5, full: 100 }) },
    );
  });

  it('gives equal bytes twice for arbitrary documents', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        const files = {
          'README.md': `# R\n\n${text}`,
          'docs/a.md': text,
          'src/index.ts': `export function a() {}\n${text}`,
        };
        expect(await draftSite(files)).toEqual(await draftSite(files));
      }),
      { numRuns: repetitions({ atLeast: 20, full: 500 }) },
    );
  });
});
