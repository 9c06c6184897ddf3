import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-generate-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const pets = `openapi: 3.0.3
info: {title: Pets, version: "1.0.0"}
servers: [{url: "https://pets.example.org"}]
paths:
  /pets:
    get: {operationId: listPets, tags: [shop], responses: {200: {description: ok}}}
  /photos:
    post:
      requestBody: {required: true, content: {multipart/form-data: {}}}
      responses: {200: {description: ok}}
`;
const write = (name: string, text: string) => writeFileSync(path.join(cwd, name), text);
const generate = (...given: string[]) => runWithFakeIo(['aql', 'generate', ...given], { cwd });

describe('recourse aql generate', () => {
  it('writes an adapter that passes the check, and reports what it omitted', async () => {
    write('pets.yaml', pets);
    const { exit, out } = await generate('pets.yaml', '--out', 'adapters/pets.md');
    expect(exit).toBe(0);
    expect(out).toContain("Wrote adapters/pets.md, the adapter 'pets'.");
    expect(out).toContain('1 of 2 operations written, 1 omitted.');
    expect(out).toContain('POST /photos: its body has no named members');
    const checked = await runWithFakeIo(['aql', 'check', 'adapters/pets.md'], { cwd });
    expect(checked.exit).toBe(0);
  });

  it('writes to stdout without --out, and the report to stderr', async () => {
    write('pets.yaml', pets);
    const { out, err } = await generate('pets.yaml');
    expect(out).toMatch(/^---\nname: pets\n/);
    expect(err).toContain('1 of 2 operations written');
  });

  it('replaces a file only with --force', async () => {
    write('pets.yaml', pets);
    write('pets.md', 'mine');
    const refused = await generate('pets.yaml', '--out', 'pets.md');
    expect(refused).toMatchObject({ exit: 2 });
    expect(refused.err).toContain('pets.md already exists');
    expect(readFileSync(path.join(cwd, 'pets.md'), 'utf8')).toBe('mine');
    expect((await generate('pets.yaml', '--out', 'pets.md', '--force')).exit).toBe(0);
  });

  it('answers programs with one document', async () => {
    write('pets.yaml', pets);
    const { out } = await generate(
      'pets.yaml',
      '--json',
      '--out',
      'p.md',
      '--name',
      'shop',
      '--bearer',
      'SHOP_TOKEN',
      '--tag',
      'shop',
    );
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      name: 'shop',
      file: 'p.md',
      report: { operations: { found: 2, written: 1, left_out: 1 }, reasons: { not_selected: 1 } },
    });
    expect(readFileSync(path.join(cwd, 'p.md'), 'utf8')).toContain('token_env: SHOP_TOKEN');
  });

  describe('of a document that needs several adapters', () => {
    const paths = Array.from({ length: 600 }, (_, index) => [
      `/shelves-${index}`,
      { get: { operationId: `getShelf${index}`, responses: { 200: { description: 'ok' } } } },
    ]);
    const library = JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Library', version: '1.0.0' },
      servers: [{ url: 'https://library.example.org' }],
      paths: Object.fromEntries(paths),
    });
    beforeEach(() => write('library.json', library));

    it('numbers the files, and each passes the check', async () => {
      const { exit, out } = await generate('library.json', '--out', 'adapters/library.md');
      expect(exit).toBe(0);
      expect(out).toContain("Wrote adapters/library.md, the adapter 'library'.");
      expect(out).toContain("Wrote adapters/library-2.md, the adapter 'library-2'.");
      expect(out).toContain('600 of 600 operations written');
      const names = ['library.md', 'library-2.md'].map((name) => {
        const text = readFileSync(path.join(cwd, 'adapters', name), 'utf8');
        return [...text.matchAll(/maps_to: GET \/(shelves-\d+)$/gm)].map(([, shelf]) => shelf);
      });
      expect(new Set(names.flat()).size).toBe(600);
      expect(names.flat()).toHaveLength(600);
      const checked = await runWithFakeIo(['aql', 'check', 'adapters/library.md', 'adapters/library-2.md'], { cwd });
      expect(checked.exit).toBe(0);
    });

    it('writes no file if one of them exists', async () => {
      write('library-2.md', 'mine');
      const { exit, err } = await generate('library.json', '--out', 'library.md');
      expect(exit).toBe(2);
      expect(err).toContain('library-2.md already exists');
      expect(existsSync(path.join(cwd, 'library.md'))).toBe(false);
      expect(readFileSync(path.join(cwd, 'library-2.md'), 'utf8')).toBe('mine');
    });

    it('asks for a file name instead of printing the first adapter only', async () => {
      const { exit, out, err } = await generate('library.json');
      expect([exit, out]).toEqual([2, '']);
      expect(err).toContain('must be split into 2 files');
      expect(err).toContain('--out');
    });

    it('gives programs all adapters in one document', async () => {
      const { out } = await generate('library.json', '--json');
      const { name, adapter, more } = JSON.parse(out) as Record<string, never>;
      expect([name, adapter, more]).toEqual([
        'library',
        expect.stringContaining('name: library\n'),
        [{ name: 'library-2', adapter: expect.stringContaining('name: library-2\n') }],
      ]);
    });
  });

  it('reports the position of an error in a document, as text and as JSON', async () => {
    write('bad.yaml', 'openapi: 3.0.3\ninfo: {title: x}\npaths: {}\n');
    const { exit, err } = await generate('bad.yaml', '--out', 'bad.md');
    expect(exit).toBe(1);
    expect(err).toContain("2:1  must have required property 'version' (info)");
    expect(existsSync(path.join(cwd, 'bad.md'))).toBe(false);
    const { out } = await generate('bad.yaml', '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: false, problems: [{ line: 2, column: 1 }] });
  });

  it('says what to do about Swagger 2.0', async () => {
    write('old.json', '{"swagger": "2.0"}');
    const { exit, err } = await generate('old.json');
    expect(exit).toBe(1);
    expect(err).toContain('Convert it first');
  });

  it.each([
    [[], 'Specify an OpenAPI document'],
    [['a', 'b'], 'Specify one document, not 2'],
    [['none.yaml'], 'Cannot read none.yaml: there is no such file'],
    [['.'], 'it is a directory'],
    [['pets.yaml', '--limit', 'many'], '--limit must be a whole number'],
    [['pets.yaml', '--bearer', 'ghp_secret'], '--bearer must be the name of an environment variable'],
    [['pets.yaml', '--tags', 'x'], 'Did you mean --tag?'],
  ])('refuses %j', async (given, message) => {
    write('pets.yaml', pets);
    const { exit, err } = await generate(...given);
    expect(exit).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain('ghp_secret');
  });

  it('prints what the guide promises', async () => {
    const guide = readFileSync(new URL('../../../../docs/guide/adapters-from-openapi.md', import.meta.url), 'utf8');
    const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text = '']) => ({
      language,
      text,
    }));
    const [document, excerpt] = blocks.filter(({ language }) => language === 'yaml');
    const promised = blocks.find(({ language }) => language === 'text');
    write('pets.yaml', document?.text ?? '');
    const { out } = await generate('pets.yaml', '--out', 'pets.md');
    expect(`${out}\n`).toBe(promised?.text);
    const lines = (text: string) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .join('\n');
    expect(lines(readFileSync(path.join(cwd, 'pets.md'), 'utf8'))).toContain(lines(excerpt?.text ?? 'nothing'));
  });
});
