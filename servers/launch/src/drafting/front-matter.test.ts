import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readFrontMatter } from '../markdown/read-front-matter.ts';
import { writeFrontMatter } from './front-matter.ts';
import type { PageFacts } from './front-matter.ts';

const page: PageFacts = {
  title: 'Title',
  description: 'About: it',
  slug: 'title',
  address: '/docs/title/',
  weight: 20,
  productName: 'Tally',
  family: undefined,
  locale: 'en',
  version: '1.0',
  keywords: ['tally'],
  date: '2024-05-06T07:08:09Z',
};

describe('writeFrontMatter', () => {
  it('has the usual keys in a section without pages', () => {
    expect(writeFrontMatter(undefined, 'docs', page)).toBe(
      '---\ntitle: Title\ndescription: "About: it"\nweight: 20\n---\n',
    );
    expect(writeFrontMatter(undefined, 'blog', page)).toBe(
      '---\ntitle: Title\ndescription: "About: it"\ndate: 2024-05-06T07:08:09Z\n---\n',
    );
  });

  it('has every required key of the contract, with the type that the site uses', () => {
    const written = writeFrontMatter(
      {
        pages: 9,
        required: {
          title: { type: 'string' },
          Weight: { type: 'number' },
          date: { type: 'date', usual: '2020-01-01' },
          tags: { type: 'array' },
          layout: { type: 'string', usual: 'wide' },
          version: { type: 'number' },
          draft: { type: 'boolean', usual: false },
          menu: { type: 'object' },
          'odd key': { type: 'unknown' },
        },
        optional: { description: { type: 'string' }, hero: { type: 'string' } },
      },
      'docs',
      page,
    );
    expect(parse(written.replaceAll('---\n', ''))).toEqual({
      title: 'Title',
      description: 'About: it',
      date: '2024-05-06T07:08:09Z',
      Weight: 20,
      tags: ['tally'],
      layout: 'wide',
      version: 0,
      draft: false,
      menu: {},
      'odd key': '',
    });
  });

  it('reads back as it was written, whatever the title is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (title) => {
        const { values } = readFrontMatter(`${writeFrontMatter(undefined, 'docs', { ...page, title })}\nbody\n`);
        expect(Object.keys(values ?? {})).toEqual(['title', 'description', 'weight']);
        expect(typeof values?.['title']).toBe('string');
      }),
    );
    for (const title of [
      '---',
      'a\n---\ndraft: true',
      'yes',
      '1',
      '2024-01-01',
      '"',
      "'",
      '- a',
      '# a',
      '{{< x >}}',
      'null',
      '*a',
      '&a',
      '!a',
      '@',
      '%',
      '|',
      '>',
    ])
      expect(readFrontMatter(writeFrontMatter(undefined, 'docs', { ...page, title })).values).toMatchObject({
        title: title.replaceAll('\n', ' '),
      });
  });
});
