import { describe, expect, it } from 'vitest';
import { isPhraseName, say } from '../claims/phrases.ts';
import { sampleProduct } from '../demo/product/sample-product.ts';
import { readSentences } from '../markdown/read-sentences.ts';
import { draftSite } from '../testing/draft-site.ts';
import type { DraftedSite } from '../testing/draft-site.ts';

const uncitedIn = ({ pages, citations }: DraftedSite): readonly string[] =>
  citations.flatMap(({ path, sentences }) => {
    const cited = new Set(sentences.map(({ text }) => text));
    return readSentences(pages[path] ?? '')
      .filter(({ text }) => !cited.has(text))
      .map(({ text, line }) => `${path}:${line} ${text}`);
  });

const python = {
  'README.md': `# Mail

Mail sends mail. It needs Python 3.8, i.e. a recent one.

## Usage

Call \`send\` with an address. See [the guide](docs/guide.md).

| Option | Meaning |
| --- | --- |
| retry | Tries again |
`,
  'docs/guide.md': `# Mail vs. Post\n\n${'Mail is faster than post. '.repeat(10)}\n\n## Example\n\nOne.\n\n## Example\n\nTwo.\n`,
  'mail.py': 'def send(to):\n    """Send a mail.\n\n    Args:\n      to: Who gets it.\n    """\n',
  'examples/first.py': '# Send the first mail\nfrom mail import send\nsend("ada")\n',
  'CHANGELOG.md': '# Changes\n\n## 1.0.0\n\n- Sends mail\n',
};

describe('citations', () => {
  it.each([
    ['TypeScript', sampleProduct],
    ['Python', python],
    ['none', { 'README.md': '# Bare\n\nNothing else.\n' }],
  ])('cover every sentence of the pages of a product in %s', async (_, files) => {
    expect(uncitedIn(await draftSite(files))).toEqual([]);
  });

  it('refer to existing claims, and to phrases that match their sentence', async () => {
    const { citations, evidence } = await draftSite(sampleProduct);
    const ids = new Set(evidence.claims.map(({ id }) => id));
    for (const { text, claims, phrase } of citations.flatMap(({ sentences }) => sentences)) {
      expect(claims.filter((id) => !ids.has(id))).toEqual([]);
      if (phrase) expect(isPhraseName(phrase.name) && say(phrase.name, phrase.values)).toBe(text);
      else expect(claims.length).toBeGreaterThan(0);
    }
  });

  it('name the template of the site for its own words, and nothing for words of no origin', async () => {
    const templates = { overview: '## Our words about __PRODUCT_NAME__\n\n__DESCRIPTION__\n' };
    const { citations } = await draftSite(sampleProduct, { templates });
    const overview = citations.find(({ path }) => path === 'content/products/tally/_index.md');
    expect(overview?.sentences.find(({ text }) => text === 'Our words about Tally')?.phrase).toMatchObject({
      name: 'template:overview',
      values: { PRODUCT_NAME: 'Tally' },
    });
  });

  it('cite the symbol, its comment and the version where they are repeated', async () => {
    const { citations, evidence } = await draftSite(sampleProduct);
    const claimsOf = (path: string, wanted: string) => {
      const page = citations.find((each) => each.path === path);
      const ids = page?.sentences.find(({ text }) => text === wanted)?.claims ?? [];
      return ids.map((id) => evidence.claims.find((claim) => claim.id === id)?.source);
    };
    const reference = 'content/reference/tally/acme-tally.md';
    expect(claimsOf(reference, 'How a limiter counts.')).toEqual([
      { path: 'src/limiter.ts', start_line: 3, end_line: 3 },
    ]);
    expect(claimsOf(reference, 'createLimiter')).toEqual([{ path: 'src/limiter.ts', start_line: 27, end_line: 27 }]);
    expect(claimsOf('content/products/tally/_index.md', 'Version: 1.2.0')).toEqual([
      { path: 'package.json', start_line: 3, end_line: 3 },
    ]);
  });
});
