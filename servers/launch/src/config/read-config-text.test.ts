import { describe, expect, it } from 'vitest';
import { readConfigText } from './read-config-text.ts';

const yaml = `product_slug: tidewater
product_name: Tidewater
github_repo_url: https://github.com/mira/tidewater
github_ref: ${'a'.repeat(40)}
site_repo_url: https://github.com/mira/site
allowed_paths: [content]
`;
const problemsOf = (text: string) => {
  const read = readConfigText(text);
  return read.ok ? [] : read.problems;
};

describe('readConfigText', () => {
  it('reads YAML and JSON alike', () => {
    const fromYaml = readConfigText(yaml);
    expect(fromYaml).toMatchObject({ ok: true, config: { product_slug: 'tidewater', locale: 'en' } });
    expect(fromYaml.ok && readConfigText(JSON.stringify(fromYaml.value, null, 2))).toEqual(fromYaml);
  });

  it('names an unknown field with its place and the nearest name', () => {
    expect(problemsOf(yaml.replace('product_name', 'produkt_name'))).toEqual([
      expect.objectContaining({ path: '/product_name', line: 1, column: 1 }),
      {
        path: '/produkt_name',
        message: "produkt_name: unknown field 'produkt_name'; did you mean 'product_name'?",
        line: 2,
        column: 1,
      },
    ]);
  });

  it('finds the nearest name below the first level, too', () => {
    expect(problemsOf(`${yaml}budgets:\n  max_runtimes: 5\n`)).toEqual([
      expect.objectContaining({ message: expect.stringContaining("'max_runtime_s'"), line: 8, column: 3 }),
    ]);
  });

  it('points at a wrong value and at an entry of a list', () => {
    const text = yaml.replace('a'.repeat(40), 'main').replace('[content]', '[content, ../etc]');
    expect(problemsOf(text)).toEqual([
      expect.objectContaining({ path: '/github_ref', line: 4, column: 1 }),
      expect.objectContaining({ path: '/allowed_paths/1', line: 6, column: 26 }),
    ]);
  });

  it.each([
    ['broken YAML', 'a: [1'],
    ['a key that is there twice', `${yaml}product_slug: x\n`],
    ['a list', '- 1\n'],
    ['nothing', ''],
    ['aliases', 'a: &a [1]\nb: *a\n'],
    ['too much', 'x'.repeat(300_000)],
  ])('refuses %s with a place', (_, text) => {
    expect(problemsOf(text)[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });
});
