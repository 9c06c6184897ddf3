import { describe, expect, it } from 'vitest';
import { testConfig } from '../testing/test-config.ts';
import { memoryTree } from '../testing/memory-tree.ts';
import { readSite } from './read-site.ts';

const page = (values: string): string => `---\n${values}\n---\n\ntext\n`;
const read = (files: Parameters<typeof memoryTree>[0], given: Parameters<typeof testConfig>[0] = {}) =>
  readSite(memoryTree(files), testConfig(given));

describe('readSite', () => {
  it.each([
    ['hugo.toml', 'baseURL = "https://a.example/"\ndefaultContentLanguage = "de"\n'],
    ['config.yaml', 'baseURL: https://a.example/\ndefaultContentLanguage: de\n'],
    ['config.json', '{"baseurl":"https://a.example/","defaultcontentlanguage":"de"}'],
    ['config/_default/config.toml', 'baseURL = "https://a.example/"\ndefaultContentLanguage = "de"\n'],
  ])('reads the configuration from %s', async (path, text) => {
    const { context } = await read({ [path]: text });
    expect(context).toMatchObject({ base_url: 'https://a.example/', default_language: 'de', hugo_config: [{ path }] });
  });

  it('reads only the configuration that the run specifies', async () => {
    const files = { 'hugo.toml': 'baseURL = "https://a.example/"', 'site/x.toml': 'baseURL = "https://b.example/"' };
    const { context } = await read(files, { hugo: { config: 'site/x.toml' } });
    expect(context).toMatchObject({ base_url: 'https://b.example/', hugo_config: [{ path: 'site/x.toml' }] });
  });

  it('survives a configuration that cannot be parsed or grows when it is read', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`),
    ].join('\n');
    for (const text of [bomb, 'a: [', '\0']) {
      const { context } = await read({ 'hugo.yaml': text });
      expect(context).toMatchObject({ base_url: null, default_language: 'en' });
    }
  });

  it('requires keys that nine in ten pages of a section have, with type and usual value', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `content/docs/page-${index}.md`,
        page(
          `title: Page ${index}\ntype: docs\ndate: 2024-01-0${(index % 9) + 1}\nweight: ${index}\ntags: [a]${index < 9 ? '\ntoc: true' : ''}${index < 3 ? '\naside: x' : ''}${index === 0 ? '\nmixed: 1' : '\nmixed: a'}`,
        ),
      ]),
    );
    const { contract } = await read(files);
    expect(contract.sections.docs).toEqual({
      pages: 10,
      required: {
        title: { type: 'string' },
        type: { type: 'string', usual: 'docs' },
        date: { type: 'date' },
        weight: { type: 'number' },
        tags: { type: 'array', usual: ['a'] },
        toc: { type: 'boolean', usual: true },
        mixed: { type: 'unknown', usual: 'a' },
      },
      optional: { aside: { type: 'string', usual: 'x' } },
    });
    expect(contract.sections.blog).toEqual({ pages: 0, required: {}, optional: {} });
  });

  it('looks at the first fifty pages by path and at list pages only if there are no others', async () => {
    const pages = Array.from({ length: 60 }, (_, index) => [
      `content/kb/${String(index).padStart(2, '0')}.md`,
      page(index < 50 ? 'title: a' : 'other: b'),
    ]);
    const files = {
      ...Object.fromEntries(pages),
      'content/kb/_index.md': page('list: x'),
      'content/docs/_index.md': page('list: x'),
    };
    const { contract } = await read(files);
    expect(contract.sections.kb).toMatchObject({
      pages: 50,
      required: { title: { type: 'string', usual: 'a' } },
      optional: {},
    });
    expect(contract.sections.docs).toMatchObject({ pages: 1, required: { list: { type: 'string' } } });
  });

  it('skips pages with broken, hostile or no front matter', async () => {
    const bomb = page(
      [
        'a: &a [x,x,x,x,x,x,x,x,x]',
        ...'bcdefghi'.split('').map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`),
      ].join('\n'),
    );
    const { contract } = await read({
      'content/docs/a.md': page('title: A'),
      'content/docs/bomb.md': bomb,
      'content/docs/broken.md': page('title: [unclosed'),
      'content/docs/none.md': 'text',
      'content/docs/open.md': '---\ntitle: x\n',
      'content/docs/proto.md': page('__proto__: { x: 1 }\nconstructor: 1\ntitle: B'),
      'content/docs/link.md': { link: '/etc/passwd' },
    });
    expect(contract.sections.docs).toMatchObject({ pages: 2, required: { title: { type: 'string' } } });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('reads templates only from the folder that the run specifies', async () => {
    const files = {
      'templates/guide.md': 'A\r\nB',
      'templates/sub/list.md': 'no',
      'templates/x.txt': 'no',
      'templates/Bad Name.md': 'no',
      'other/list.md': 'no',
    };
    expect((await read(files, { templates_dir: 'templates' })).templates).toEqual({ guide: 'A\nB' });
    expect((await read(files)).templates).toEqual({});
    await expect(read(files, { templates_dir: 'templats' })).rejects.toMatchObject({
      failure: {
        code: 'SCHEMA_VALIDATION_FAILED',
        message: "templates_dir in run_config is 'templats', but the site has no template there",
        retryable: false,
        details: { document: 'run_config', problems: [{ path: '/templates_dir' }] },
      },
    });
  });
});
