import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../../demo/product/sample-product.ts';
import { draftSite } from '../../testing/draft-site.ts';
import { sampleSymbols } from '../../testing/sample-symbols.ts';
import { createParser, parseApart } from './parse-apart.ts';
import type { ProductCode } from './symbol.ts';

const { signal } = new AbortController();
const codeOf = (language: string, files: Readonly<Record<string, string>>): ProductCode => ({
  language,
  files: new Map(Object.entries(files)),
  name: 'widgets',
  entries: [],
  packages: [],
});
const namesOf = async (code: ProductCode) => (await parseApart(code, signal)).map(({ name }) => name);

describe('parseApart', () => {
  it('parses each language in its own process', async () => {
    expect(await namesOf(codeOf('typescript', { 'a.ts': 'export const a = 1;' }))).toEqual(['a']);
    expect(await namesOf(codeOf('python', { 'a.py': 'def b(): pass\n' }))).toEqual(['b']);
    expect(await namesOf(codeOf('go', { 'a.go': 'package a\nfunc C() {}\n' }))).toEqual(['C']);
    expect(await namesOf(codeOf('cobol', { 'a.cbl': '' }))).toEqual([]);
  });

  it('gives equal results for equal code', async () => {
    const code = codeOf('typescript', { 'a.ts': 'export const a = new Map([[1, { b: 2 }]]);' });
    expect(await parseApart(code, signal)).toEqual(await parseApart(code, signal));
  });

  it('stops with its caller', async () => {
    const controller = new AbortController();
    const parsing = parseApart(codeOf('typescript', { 'a.ts': 'export const a = 1;' }), controller.signal);
    controller.abort();
    await expect(parsing).rejects.toThrow(/abort/iu);
  });

  it('fails when the code takes too long', async () => {
    const parsing = createParser({ timeoutMs: 1 })(codeOf('typescript', { 'a.ts': 'export const a = 1;' }), signal);
    await expect(parsing).rejects.toThrow('was not parsed within 0.001 s');
  });

  it('survives types that never end and files without an end', async () => {
    const files = {
      'types.ts':
        'type Grow<T extends unknown[]> = Grow<[...T, ...T, 1]>;\nexport const grown: Grow<[1]> = 1 as never;\nexport const b = grown;\n',
      'deep.ts': `export const deep = ${'{a:'.repeat(3000)}1${'}'.repeat(3000)};\n`,
      'open.ts': `export const text = \`${'x'.repeat(200_000)}`,
    };
    expect(await namesOf(codeOf('typescript', files))).toEqual(expect.arrayContaining(['grown', 'b', 'deep']));
  });

  it('reads the facts that unit tests assume from the sample product', async () => {
    const { facts } = await draftSite(sampleProduct, { parse: parseApart });
    expect(facts.symbols).toEqual(sampleSymbols);
  });
});
