import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { languages, transports } from './choices.ts';
import { runCreate } from './create-recourse.ts';
import { versions } from './manifest.ts';
import { projectFiles } from './project-files.ts';
import { writeProject } from './write-project.ts';

const home = mkdtempSync(path.join(tmpdir(), 'create-recourse-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(path.join(home, 'cwd-'));
});

/** Runs the command with the lines that a person types; without lines there is no terminal. */
const create = async (given: readonly string[], typed?: readonly string[]) => {
  const said: string[] = [];
  const asked: string[] = [];
  const lines = [...(typed ?? [])];
  const exit = await runCreate(given, {
    cwd,
    out: (text) => void said.push(text),
    err: (text) => void said.push(text),
    ...(typed && {
      ask: (question: string) => {
        asked.push(question);
        return Promise.resolve(lines.shift());
      },
    }),
  });
  return { exit, said: said.join('\n'), asked };
};

const read = (...parts: readonly string[]): unknown => JSON.parse(readFileSync(path.join(cwd, ...parts), 'utf8'));

describe('npm create recourse', () => {
  it('asks for the name, the language and the transport', async () => {
    const { exit, asked, said } = await create([], ['@acme/tickets', 'JavaScript', 'http']);
    expect(asked.map((question) => question.split(' ')[0])).toEqual(['Name', 'Language', 'Transport']);
    expect(exit).toBe(0);
    expect(said).toContain('http://127.0.0.1:8788/mcp');
    expect(read('tickets', 'package.json')).toMatchObject({ name: '@acme/tickets', type: 'module' });
    expect(readdirSync(path.join(cwd, 'tickets', 'src'))).toContain('server.js');
    expect(readdirSync(cwd)).toEqual(['tickets']);
  });

  it('takes the default for an empty answer, and asks again after an invalid one', async () => {
    const { exit, asked, said } = await create([], ['My Server', '', 'python', '', '']);
    expect(exit).toBe(0);
    expect(asked).toHaveLength(5);
    expect(said).toContain('"My Server" is not a valid npm package name');
    expect(said).toContain('Answer typescript or javascript.');
    expect(read('my-server', '.mcp.json')).toEqual({
      mcpServers: { 'my-server': { command: 'node', args: ['dist/main.js'] } },
    });
  });

  it('asks only for what the options leave open', async () => {
    const { exit, asked } = await create(['shop', '--language', 'ts'], ['stdio']);
    expect(exit).toBe(0);
    expect(asked).toEqual(['Transport (stdio or http) [stdio]: ']);
  });

  it('writes nothing if the input ends before the last answer', async () => {
    const { exit, said } = await create([], ['shop']);
    expect({ exit, said }).toMatchObject({ exit: 2, said: expect.stringContaining('Nothing was written.') as string });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('writes the name into the sources', async () => {
    expect((await create(['--name', 'shop', '--transport', 'http', '--yes'])).exit).toBe(0);
    const source = (file: string): string => readFileSync(path.join(cwd, 'shop', 'src', file), 'utf8');
    expect(source('server.ts')).toContain("name: 'shop'");
    expect(source('main.ts')).toContain('`shop at ');
    expect(readFileSync(path.join(cwd, 'shop', 'README.md'), 'utf8')).toMatch(/^# shop\n/u);
  });

  it('shows its usage', async () => {
    const { exit, said } = await create(['--help']);
    expect({ exit, said }).toMatchObject({ exit: 0, said: expect.stringMatching(/^Usage: npm/u) as string });
    expect(said.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([
    [['--name', 'Shop', '--yes'], '"Shop" is not a valid npm package name'],
    [['--name', '../shop', '--yes'], '"../shop" is not a valid npm package name'],
    [['--name', '.shop', '--yes'], '".shop" is not a valid npm package name'],
    [['--name', 'node_modules', '--yes'], 'npm does not allow the name "node_modules"'],
    [['--name', 'x'.repeat(215), '--yes'], 'at most 214 characters, got 215'],
    [['--name', '', '--yes'], '"" is not a valid npm package name'],
    [['--language', 'python', '--yes'], '--language must be one of typescript, javascript, got "python"'],
    [['--transport', 'carrier', '--yes'], '--transport must be one of stdio, http, got "carrier"'],
    [['--lang', 'ts'], "Unknown option '--lang'.\n"],
    [['--name', '-x', '--yes'], "Option '--name' argument is ambiguous.\nRun 'npm create"],
    [['one', 'two', '--yes'], 'Pass only one name, got 2'],
    [['one', '--name', 'two', '--yes'], "Pass only one name, got 'one' and --name 'two'"],
    [['--name', 'shop'], 'Questions need a terminal.'],
  ])('rejects %j and writes nothing', async (given, message) => {
    const { exit, said } = await create(given);
    expect(exit).toBe(2);
    expect(said).toContain(message);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('refuses a folder that is not empty before it asks anything', async () => {
    mkdirSync(path.join(cwd, 'shop'));
    writeFileSync(path.join(cwd, 'shop', 'mine.txt'), 'mine');
    const { exit, said, asked } = await create(['shop'], ['ts', 'http']);
    expect(exit).toBe(2);
    expect(said).toContain('shop is not empty (mine.txt). Nothing was written.');
    expect(asked).toEqual([]);
    expect(readdirSync(path.join(cwd, 'shop'))).toEqual(['mine.txt']);
  });

  it('refuses a file of that name', async () => {
    writeFileSync(path.join(cwd, 'shop'), 'mine');
    expect(await create(['shop', '--yes'])).toMatchObject({
      exit: 2,
      said: expect.stringContaining('shop is a file.') as string,
    });
    expect(readFileSync(path.join(cwd, 'shop'), 'utf8')).toBe('mine');
  });

  it('uses a folder that exists and is empty', async () => {
    mkdirSync(path.join(cwd, 'shop'));
    expect((await create(['shop', '--yes'])).exit).toBe(0);
    expect(read('shop', 'package.json')).toMatchObject({ name: 'shop' });
  });

  it('leaves nothing behind if a file cannot be written', () => {
    const target = path.join(cwd, 'new', 'shop');
    expect(() => writeProject(target, { 'README.md': 'x', 'README.md/x': 'y' })).toThrow(/ENOTDIR|EEXIST/u);
    expect(readdirSync(cwd)).toEqual([]);
    expect(() => writeProject(path.join(cwd, 'shop'), { a: 'x', 'a/b': 'y' })).toThrow(/ENOTDIR|EEXIST/u);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('the files of a new project', () => {
  const root = path.resolve(import.meta.dirname, '..', '..', '..');
  const manifest = (...parts: readonly string[]) =>
    JSON.parse(readFileSync(path.join(root, ...parts, 'package.json'), 'utf8')) as {
      readonly version: string;
      readonly devDependencies: Readonly<Record<string, string>>;
    };

  it('name the versions that this repository is tested with', () => {
    const used = { ...manifest('packages', 'cli').devDependencies, ...manifest().devDependencies };
    expect(Object.entries(versions).filter(([name, version]) => used[name] !== version)).toEqual([]);
    expect(manifest('packages', 'create-recourse').version).toBe(manifest('packages', 'cli').version);
  });

  it.each(languages.flatMap((language) => transports.map((transport) => ({ language, transport }))))(
    'are complete and parse in $language over $transport',
    ({ language, transport }) => {
      const files = projectFiles({ name: 'shop', language, transport }, '0.1.0');
      const sources = Object.entries(files).filter(([name]) => /\.[jt]s$/u.test(name));
      expect(sources.length).toBeGreaterThan(6);
      for (const [name, text] of sources) {
        expect(parseSync(name, text).errors, name).toEqual([]);
        const imported = [...text.matchAll(/from '(\.[^']+)'/gu)].map(([, from = '']) =>
          path.posix.join(path.posix.dirname(name), from),
        );
        expect(imported.filter((file) => !(file in files))).toEqual([]);
      }
    },
  );
});
