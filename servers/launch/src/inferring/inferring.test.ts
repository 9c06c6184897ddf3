import { describe, expect, it } from 'vitest';
import { memoryTree } from '../testing/memory-tree.ts';
import { inferPlatform } from './infer-platform.ts';
import { inferProduct, nameProduct } from './infer-product.ts';
import { inferSite } from './infer-site.ts';
import { bestOf, ranked } from './inferred.ts';

type Files = Readonly<Record<string, string>>;

const filesOf = (files: Files) => ({
  paths: Object.keys(files),
  read: (path: string) => Promise.resolve(files[path]),
});
const productsOf = async (files: Files) =>
  (await inferProduct(filesOf(files), 'tide-water')).map(({ value, confidence, source }) => [
    value.product_slug,
    confidence,
    'rule' in source ? source.rule : `${source.path}:${source.line}`,
  ]);

describe('inferProduct', () => {
  it('takes the name of the manifest at the root, with its line', async () => {
    const manifest = '{\n  "version": "1.0.0",\n  "name": "@mira/tide.water"\n}\n';
    expect(await productsOf({ 'package.json': manifest, 'packages/x/package.json': '{"name":"x"}' })).toEqual([
      ['tide-water', 0.95, 'package.json:3'],
    ]);
    expect(await productsOf({ 'go.mod': '// tide\nmodule example.org/tide/v2\n' })).toEqual([
      ['tide', 0.95, 'go.mod:2'],
    ]);
    expect(await productsOf({ 'Cargo.toml': '[package]\nname = "tide"\n' })).toEqual([['tide', 0.95, 'Cargo.toml:2']]);
  });

  it('takes the only package that is published, and offers several', async () => {
    const root = { 'package.json': '{"name":"root","private":true,"workspaces":["packages/*"]}' };
    const one = { ...root, 'packages/core/package.json': '{"name":"@tide/core"}' };
    const hidden = {
      'packages/dev/package.json': '{"name":"dev","private":true}',
      'examples/a/package.json': '{"name":"a"}',
    };
    expect(await productsOf({ ...one, ...hidden })).toEqual([['core', 0.9, 'packages/core/package.json:1']]);
    expect(await productsOf({ ...one, 'packages/web/package.json': '{"name":"@tide/web"}' })).toEqual([
      ['core', 0.45, 'packages/core/package.json:1'],
      ['web', 0.45, 'packages/web/package.json:1'],
    ]);
  });

  it('divides its confidence among manifests at the root with different names', async () => {
    const files = { 'package.json': '{"name":"tide-js"}', 'pyproject.toml': '[project]\nname = "tide-py"\n' };
    expect((await productsOf(files)).map(([, confidence]) => confidence)).toEqual([0.48, 0.48]);
    const same = { 'package.json': '{"name":"tide"}', 'pyproject.toml': '[project]\nname = "tide"\n' };
    expect(await productsOf(same)).toEqual([['tide', 0.95, 'package.json:1']]);
  });

  it('trusts the README without a manifest only if the repository has the same name', async () => {
    expect(await productsOf({ 'README.md': 'Hi\n\n# Tide Water\n' })).toEqual([['tide-water', 0.85, 'README.md:3']]);
    expect(await productsOf({ 'README.md': '# Waves\n' })).toEqual([
      ['tide-water', 0.5, 'the name of the repository'],
      ['waves', 0.4, 'README.md:1'],
    ]);
    expect(await productsOf({})).toEqual([['tide-water', 0.5, 'the name of the repository']]);
    expect(await productsOf({ 'package.json': '{' })).toEqual([['tide-water', 0.5, 'the name of the repository']]);
  });

  it('names a product for paths and for readers', () => {
    expect(nameProduct('@mira/tide.water_x')).toEqual({ product_slug: 'tide-water-x', product_name: 'Tide Water X' });
  });
});

describe('inferPlatform', () => {
  const best = (files: Readonly<Record<string, number>>) => {
    const candidates = inferPlatform(
      Object.entries(files).map(([path, size]) => ({ path, size })),
      undefined,
    );
    return { sure: bestOf(candidates)?.value, all: ranked(candidates).map(({ value }) => value) };
  };

  it.each([
    ['a package with types', { 'package.json': 1, 'src/a.ts': 900, 'build.js': 300 }, 'typescript'],
    ['a package without types', { 'package.json': 1, 'src/a.js': 900 }, 'javascript'],
    ['a Python project', { 'pyproject.toml': 1, 'a.py': 900, 'tests/b.js': 9000 }, 'python'],
    ['a Go module', { 'go.mod': 1, 'a.go': 900 }, 'go'],
    ['a crate', { 'Cargo.toml': 1, 'src/lib.rs': 900, 'examples/a.py': 9000 }, 'rust'],
    ['a Maven project', { 'pom.xml': 1, 'src/A.java': 900 }, 'java'],
    ['source without a manifest', { 'a.rb': 900 }, 'ruby'],
  ])('recognises %s', (_, files, platform) => expect(best(files).sure).toBe(platform));

  it.each([
    ['two manifests and as much source', { 'package.json': 1, 'a.js': 500, 'setup.py': 1, 'a.py': 500 }],
    ['a manifest of tools beside other source', { 'package.json': 1, 'tool.js': 100, 'a.py': 900 }],
    ['two languages without a manifest', { 'a.py': 500, 'a.go': 500 }],
    ['nothing', {}],
  ])('is not sure about %s', (_, files) => expect(best(files).sure).toBeUndefined());

  it('looks only into the folder of the package', () => {
    const manifest = { path: 'packages/py/pyproject.toml', name: 'tide' };
    const own = {
      ...manifest,
      manifest,
      platforms: ['python'] as const,
      folder: 'packages/py/',
      line: 2,
      isPrivate: false,
    };
    const files = { 'package.json': 1, 'packages/web/a.ts': 9000, [manifest.path]: 1, 'packages/py/a.py': 100 };
    const [candidate, ...others] = inferPlatform(
      Object.entries(files).map(([path, size]) => ({ path, size })),
      own,
    );
    expect(candidate).toEqual({ value: 'python', confidence: 1, source: { path: manifest.path, line: 2 } });
    expect(others).toEqual([]);
  });
});

describe('inferSite', () => {
  it('reads the language from the configuration, with its line', async () => {
    const { locale } = await inferSite(memoryTree({ 'hugo.toml': 'title = "x"\ndefaultContentLanguage = "de"\n' }));
    expect(locale).toEqual({ value: 'de', confidence: 1, source: { path: 'hugo.toml', line: 2 } });
    expect((await inferSite(memoryTree({}))).locale).toMatchObject({
      value: 'en',
      source: { rule: expect.any(String) },
    });
  });

  it.each([
    ['none', { 'content/docs/a.md': '' }],
    ['dir', { 'content/docs/en/a.md': '' }],
    ['filename', { 'content/blog/a.en.md': '' }],
    [undefined, { 'content/docs/en/a.md': '', 'content/blog/a.en.md': '' }],
  ])('finds the layout %s', async (layout, files) => {
    expect(bestOf((await inferSite(memoryTree(files))).localization)?.value).toBe(layout);
  });
});
