import { execFile } from 'node:child_process';
import type { PromiseWithChild } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fragments } from './fragments.ts';
import { layPackages } from './lay-packages.ts';

const root = path.resolve(import.meta.dirname, '..');
const examples = readdirSync(path.join(root, 'examples')).filter((name) => name.endsWith('.ts'));
const guides = readdirSync(path.join(root, 'docs', 'guide')).filter((name) => name.endsWith('.md'));
const guideText = guides.map((name) => readFileSync(path.join(root, 'docs', 'guide', name), 'utf8')).join('\n');

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends the input of a program: a server over stdio ends with it. */
const started = <Result>(promise: PromiseWithChild<Result>): Promise<Result> => {
  promise.child.stdin?.end();
  return promise;
};

const run = (cwd: string, ...commandLine: readonly string[]): Promise<Ran> =>
  started(promisify(execFile)(process.execPath, commandLine, { cwd })).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ status: code, stdout, stderr }),
  );

/** Does something for each of several values, three at a time. */
const forEach = async <Value>(values: Iterable<Value>, act: (value: Value) => Promise<void>): Promise<void> => {
  const waiting = [...values].values();
  const worker = async (): Promise<void> => {
    for (const value of waiting) await act(value);
  };
  await Promise.all([worker(), worker(), worker()]);
};

/** The result of each example, which runs once for all tests, with the packages as a user would install them. */
const results = new Map<string, Ran>();
const outputs = mkdtempSync(path.join(tmpdir(), 'recourse-examples-'));
const home = mkdtempSync(path.join(realpathSync(tmpdir()), 'recourse-reader-'));
layPackages(path.join(home, 'node_modules'));
beforeAll(async () => {
  cpSync(path.join(root, 'examples'), path.join(home, 'examples'), { recursive: true });
  await forEach(examples, async (name) => {
    const result = await run(home, path.join('examples', 'dist', name.replace(/\.ts$/, '.js')));
    results.set(name, result);
    writeFileSync(path.join(outputs, `${name}.txt`), result.stdout);
  });
}, 240_000);
afterAll(() => {
  for (const folder of [outputs, home]) rmSync(folder, { recursive: true });
}, 240_000);

describe.each(examples)('examples/%s', (name) => {
  it('runs with the packed packages', () => {
    expect(results.get(name)).toMatchObject({ status: 0, stderr: '' });
  });

  it('prints what the guide promises', () => {
    const printed = results.get(name)?.stdout.trimEnd();
    expect(guideText).toContain(`<!-- output: examples/${name} -->\n\n\`\`\`text\n${printed}\n\`\`\``);
  });
});

it('the guides have fresh copies of the examples and of what they print (npm run docs)', async () => {
  const { status, stdout, stderr } = await run(root, path.join('scripts', 'docs.mjs'), '--check', '--outputs', outputs);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(Number(/^(\d+) code blocks/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(examples.length * 2);
});

it('the first example shows a failure that says what to do next', () => {
  expect(JSON.parse(results.get('first-contract.ts')?.stdout ?? '')).toMatchObject({
    ok: false,
    code: 'TICKET_CLOSED',
    recovery: 'change_state',
    next_actions: [{ tool: 'reopen_ticket', arguments: { ticket: 'T-42' } }],
  });
});

/** Code in the pages that is not a copy of a program that runs elsewhere. */
const pages = ['docs/guide', 'packages', 'servers', 'plugins'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .map((name) => (name.endsWith('.md') ? name : path.join(name, 'README.md')))
    .map((name) => path.posix.join(folder, name)),
);
const codeIn = (page: string): readonly { readonly language: string; readonly code: string }[] => {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/(?<marker><!-- [^\n]* -->\n+)?^```(?<language>ts|js)\n(?<code>[\s\S]*?)^```$/gmu)].flatMap(
    ({ groups }) =>
      groups?.['marker'] === undefined ? [{ language: groups?.['language'] ?? '', code: groups?.['code'] ?? '' }] : [],
  );
};
const found = pages.flatMap((page) => codeIn(page).map((block) => ({ ...block, page })));
const blockOf = ({ page, begins }: (typeof fragments)[number]) =>
  found.filter((block) => block.page === page && block.code.startsWith(begins));

describe('code in the guides and READMEs that is part of a program', () => {
  const folderOf = (at: number): string => path.join(home, 'fragments', String(at));
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    outDir: 'dist',
    rootDir: '.',
  };
  const ran = new Map<number, Ran>();
  let said = '';

  beforeAll(async () => {
    for (const [at, fragment] of fragments.entries()) {
      const { before = '', after = '', files = {} } = fragment;
      const [{ code, language } = { code: '', language: 'ts' }] = blockOf(fragment);
      mkdirSync(folderOf(at), { recursive: true });
      for (const [name, text] of Object.entries({ ...files, [`program.${language}`]: `${before}${code}${after}\n` }))
        writeFileSync(path.join(folderOf(at), name), text);
    }
    const config = {
      compilerOptions: { ...compilerOptions, allowJs: true },
      include: ['*/*.ts', '*/*.js'],
      exclude: ['dist'],
    };
    writeFileSync(path.join(home, 'fragments', 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(path.join(home, 'package.json'), '{ "type": "module" }');
    const tsc = path.join(home, 'node_modules', 'typescript', 'bin', 'tsc');
    said = (await run(path.join(home, 'fragments'), tsc, '-p', '.')).stdout;
    await forEach(fragments.entries(), async ([at, { needs }]) => {
      const program = path.join(home, 'fragments', 'dist', String(at), 'program.js');
      if (needs === undefined) ran.set(at, await run(folderOf(at), program));
    });
  }, 240_000);

  it('is known, each once', () => {
    expect(fragments.filter((fragment) => blockOf(fragment).length !== 1)).toEqual([]);
    const known = new Set(fragments.flatMap(blockOf));
    expect(found.filter((block) => !known.has(block))).toEqual([]);
    expect(found.length).toBe(fragments.length);
  });

  const all = fragments.map((fragment, at) => ({ ...fragment, at }));

  it.each(all)('compiles with the packed packages: $page, $begins', ({ at }) => {
    expect(said.split('\n').filter((line) => line.startsWith(`${at}/`))).toEqual([]);
    expect(said).toMatch(/^(?:\d+\/|$)/u);
  });

  it.each(all.filter(({ needs }) => needs === undefined))('runs: $page, $begins', ({ at }) => {
    expect(ran.get(at)).toMatchObject({ status: 0, stderr: '' });
  });
});
