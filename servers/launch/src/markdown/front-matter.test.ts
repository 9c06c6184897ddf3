import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrontMatter } from './read-front-matter.ts';
import { replaceFrontMatter, writeFrontMatter } from './write-front-matter.ts';

describe('readFrontMatter', () => {
  it.each([
    ['---\ntitle: A\ntags: [x]\n---\nbody', { title: 'A', tags: ['x'] }],
    ['+++\ntitle = "A"\n[params]\nx = 1\n+++\nbody', { title: 'A', params: { x: 1 } }],
    ['---\n---\nbody', {}],
    ['body', {}],
    ['{{< hint >}}\nbody', {}],
    ['\u{FEFF}---\r\ntitle: A\r\n---\r\nbody', { title: 'A' }],
  ])('reads %j', (page, values) => {
    expect(readFrontMatter(page)).toEqual({ values });
  });

  it.each([
    ['---\ntitle: "A\n---\n', 2],
    ['---\na: 1\nb: [\n---\n', 3],
    ['---\n- a\n---\n', 2],
    ['---\na: 1\na: 2\n---\n', 3],
    ['---\ntitle: A\n', 1],
    ['+++\na = \n+++\n', 2],
    ['{\n  "title": "A"\n}\n\nbody', 1],
    ['\u{FEFF}{ "title": "A" }\n', 1],
  ])('says what is wrong with %j, and where', (page, line) => {
    const read = readFrontMatter(page);
    expect(read.problem).toMatch(/./u);
    expect(read).toMatchObject({ line: expect.toSatisfy((found: number) => Math.abs(found - line) <= 1) });
  });

  it('does not expand a document that grows when it is read', () => {
    const layers = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`);
    expect(readFrontMatter(`---\nl0: &l0 [x]\n${layers.join('\n')}\n---\n`).problem).toMatch(/alias/iu);
  });

  it.each([
    ['sequences', `a: ${'['.repeat(15_000)}`],
    ['mappings', `a: ${'{a: '.repeat(4000)}`],
    ['keys', Array.from({ length: 2000 }, (_, at) => `k${at}: 1`).join('\n')],
    ['anchors', Array.from({ length: 1000 }, (_, at) => `k${at}: &a${at}`).join('\n')],
    ['too many characters', 'a: b\n'.repeat(20_000)],
  ])('ends on the largest front matter of %s', (_what, block) => {
    expect(() => readFrontMatter(`---\n${block}\n---\n`)).not.toThrow();
  });

  it('gives no value to a prototype', () => {
    const { values } = readFrontMatter('---\n__proto__: { polluted: true }\nconstructor: x\n---\n');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(values && Object.getPrototypeOf(values)).toBe(Object.prototype);
  });
});

describe('writeFrontMatter', () => {
  it('changes one key and leaves the comments and the other lines', () => {
    const page = '---\n# who wrote it\ntitle: Old # the title\nweight: 10\ntags: [a, b]\n---\n\nBody\n';
    expect(writeFrontMatter(page, { title: 'New', draft: false })).toBe(
      '---\n# who wrote it\ntitle: New # the title\nweight: 10\ntags: [a, b]\ndraft: false\n---\n\nBody\n',
    );
  });

  it('changes TOML by the line and adds keys before the first table', () => {
    const page = '+++\n# comment\ntitle = "Old"\n[params]\n  x = 1\n+++\nBody\n';
    expect(writeFrontMatter(page, { title: 'New', draft: true })).toBe(
      '+++\n# comment\ntitle = "New"\ndraft = true\n[params]\n  x = 1\n+++\nBody\n',
    );
  });

  it('adds front matter to a page without any, and leaves one alone that cannot be read', () => {
    expect(writeFrontMatter('Body\n', { title: 'A' })).toBe('---\ntitle: A\n---\n\nBody\n');
    expect(writeFrontMatter('---\na: [\n---\n', { title: 'A' })).toBeUndefined();
  });

  it('replaces front matter that cannot be read, and keeps the body', () => {
    expect(replaceFrontMatter('---\na: [\n---\nBody\n', { title: 'A' })).toBe('---\ntitle: A\n---\n\nBody\n');
    expect(replaceFrontMatter('---\ntitle: A\n\nBody\n', { title: 'A' })).toContain('\nBody\n');
  });

  it('writes values that are read again as they were, and changes nothing the second time', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    const updates = fc.dictionary(fc.stringMatching(/^[a-z][a-z_-]{0,8}$/u), value, { maxKeys: 4 });
    const pages = fc.constantFrom(
      '---\ntitle: Old\n---\nBody\n',
      '+++\ntitle = "Old"\n[a]\nb = 1\n+++\nBody\n',
      'Body\n',
    );
    fc.assert(
      fc.property(pages, updates, (page, wanted) => {
        fc.pre(!('a' in wanted));
        const written = writeFrontMatter(page, wanted);
        expect(readFrontMatter(written ?? '').values).toMatchObject(wanted);
        expect(written?.endsWith('Body\n')).toBe(true);
        expect(writeFrontMatter(written ?? '', wanted)).toBe(written);
      }),
      { numRuns: 300 },
    );
  });
});
