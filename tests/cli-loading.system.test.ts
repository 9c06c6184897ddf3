import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commands } from '../packages/cli/src/commands/index.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parts } from './architecture.ts';

const root = path.resolve(import.meta.dirname, '..');
const main = path.join(root, 'packages', 'cli', 'dist', 'main.js');
const recorder = pathToFileURL(path.join(root, 'tests', 'fixtures', 'record-modules.mjs')).href;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-loading-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** The package that a file belongs to: one of ours, or the innermost one below node_modules. */
const packageOf = (file: string): string => {
  const installed = file.split(`${path.sep}node_modules${path.sep}`).at(-1) ?? '';
  if (installed !== file) return /^(?:@[^/\\]+[/\\])?[^/\\]+/u.exec(installed)?.[0].replaceAll('\\', '/') ?? installed;
  const own = path.relative(root, file).split(path.sep).slice(0, 2).join('/');
  return parts.find(({ folder }) => folder === own)?.name ?? file;
};

/** Runs the built command and returns the files that it loaded, by package. */
const loadedBy = (commandLine: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const record = path.join(cwd, 'modules.txt');
  const { error } = spawnSync(process.execPath, ['--import', recorder, main, ...commandLine], {
    cwd,
    env: { ...process.env, RECORD_MODULES: record },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  expect(error).toBeUndefined();
  const urls = [...new Set(readFileSync(record, 'utf8').trim().split('\n'))];
  const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  const loaded = new Map<string, string[]>();
  for (const file of files) loaded.set(packageOf(file), [...(loaded.get(packageOf(file)) ?? []), file]);
  return loaded;
};

const packagesOf = (commandLine: readonly string[]): readonly string[] => [...loadedBy(commandLine).keys()].sort();

const cli = '@recourse/cli';
const contract = ['@recourse/contract', 'zod'];
const client = '@recourse/client';
const runs = '@recourse/runs';
const stores = '@recourse/stores';
/** An entry of the stores that is one small file and loads nothing else. */
const folderEntry = path.join('packages', 'stores', 'dist', 'files', 'create-folder.js');
const isFolderEntry = (file: string): boolean => file.endsWith(`${path.sep}${folderEntry}`);

describe('help', () => {
  it.each([[[]], [['--help']], [['-h']], [['help']], [['--version']], [['help', 'keys']]])(
    '%j loads nothing but the command itself',
    (commandLine) => {
      expect(packagesOf(commandLine)).toEqual([cli]);
    },
  );

  it.each(commands.map(({ name }) => name))('of %s loads nothing but its text', (name) => {
    const loaded = loadedBy([...name.split(' '), '--help']);
    expect([...loaded.keys()].filter((each) => each !== cli)).toEqual(name === 'forge' ? ['@recourse/forge'] : []);
    const forge = loaded.get('@recourse/forge') ?? [];
    expect(forge.filter((file) => !/forge-help|limit-settings/u.test(file))).toEqual([]);
  });

  it('for a command that does not exist loads what finds the nearest one', () => {
    expect(packagesOf(['explian'])).toEqual([cli, '@recourse/contract']);
    expect(packagesOf(['explain', '--jsn'])).not.toContain('@recourse/server');
  });
});

describe('a command about codes', () => {
  it.each([
    [['explain', 'RATE_LIMIT_EXCEEDED']],
    [['explain', 'github:NOT_FOUND', '--dialect', 'launch', '--json']],
    [['explain', 'OP_BELOW_THRESHOLD', '--locale', 'es']],
    [['explain', '-32005']],
    [['explain', 'NO_SUCH_CODE']],
    [['codes']],
    [['codes', '--json']],
    [['codes', '--markdown']],
    [['codes', 'check']],
    [['codes', 'lock']],
    [['codes', 'diff', 'a.json', 'b.json']],
    [['docs', '--out', 'reference']],
    [['tour']],
  ])('%j loads the contract, and only the codes of the client and of runs', (commandLine) => {
    const loaded = loadedBy(commandLine);
    expect([...loaded.keys()].filter((name) => ![cli, client, runs, stores, ...contract].includes(name))).toEqual([]);
    expect((loaded.get(client) ?? []).filter((file) => path.basename(file) !== 'client-codes.js')).toEqual([]);
    expect((loaded.get(runs) ?? []).filter((file) => path.basename(file) !== 'codes.js')).toEqual([]);
    expect((loaded.get(stores) ?? []).filter((file) => !isFolderEntry(file))).toEqual([]);
  });
});

/** Packages that only some commands need: servers, stores, clients of other services, parsers. */
const isExpensive = (name: string): boolean =>
  (name.startsWith('@recourse/') && ![cli, client, '@recourse/contract'].includes(name)) ||
  /^(?:libsql|pg|oxc-parser|jsonc-parser|yaml|@octokit\/.*|@modelcontextprotocol\/.*)$/u.test(name);

describe('a command that serves nothing', () => {
  it.each([
    [['lint', '.'], ['oxc-parser']],
    [
      ['connect', 'cursor', 'fixture', '--dry-run'],
      ['@recourse/engine', '@recourse/stores', 'jsonc-parser'],
    ],
    [
      ['keys', 'list'],
      ['@recourse/engine', '@recourse/stores', 'jsonc-parser', 'libsql'],
    ],
    [
      ['store', 'migrate'],
      ['@recourse/engine', '@recourse/stores', 'jsonc-parser', 'libsql'],
    ],
    [['call'], []],
    [['coverage', 'check', '--no-such-option'], []],
  ])('%j loads %j', (commandLine, own) => {
    const loaded = [...loadedBy(commandLine)].filter(([, files]) => !files.every(isFolderEntry));
    expect(
      loaded
        .map(([name]) => name)
        .sort()
        .filter(isExpensive),
    ).toEqual(own);
  });
});

describe('recourse serve', () => {
  const isServer = (name: string): boolean => name.startsWith('@recourse/server-');

  it.each(['fixture', 'coverage', 'github'])('loads the package of %s, and of no other server', (name) => {
    const loaded = packagesOf(['serve', name, '--stdio']);
    expect(loaded.filter(isServer)).toEqual([`@recourse/server-${name}`]);
    expect(loaded).toContain('libsql');
  });

  it('loads the package of aql for an adapter', () => {
    writeFileSync(path.join(cwd, 'shop.md'), 'no adapter');
    const loaded = packagesOf(['serve', 'aql', '--adapter', 'shop.md', '--stdio']);
    expect(loaded.filter(isServer)).toEqual(['@recourse/server-aql']);
  });

  it('loads no server for a command line that is wrong', () => {
    expect(packagesOf(['serve', 'fixture', '--errors', 'loud']).filter(isServer)).toEqual([]);
  });
});
