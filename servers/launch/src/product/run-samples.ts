import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canConfine, runChild } from '@recourse/sandbox';
import type { SnippetCatalog } from '../artifacts.ts';
import type { Tree } from '../sources/tree.ts';

type Snippet = SnippetCatalog['snippets'][number];
type Run = NonNullable<Snippet['run']>;

/** The programs that run samples, by language. */
const runners: Readonly<Record<string, { readonly command: string; readonly ending: string }>> = {
  javascript: { command: process.execPath, ending: 'mjs' },
  js: { command: process.execPath, ending: 'mjs' },
  mjs: { command: process.execPath, ending: 'mjs' },
  python: { command: 'python3', ending: 'py' },
  py: { command: 'python3', ending: 'py' },
  python3: { command: 'python3', ending: 'py' },
};

const timeoutMs = 10_000;
const mostRuns = 50;
const mostBytes = 32 * 1024 * 1024;

/**
 * Runs the samples that have a runner, in a copy of the product, without a network and without other files of this
 * machine. On a machine that cannot confine programs nothing runs. Only the end of a run is recorded: output differs
 * from run to run.
 */
export const runSamples = async (
  tree: Tree,
  catalog: SnippetCatalog,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<SnippetCatalog> => {
  const chosen = new Set(
    catalog.snippets.filter(({ language }) => Object.hasOwn(runners, language)).slice(0, mostRuns),
  );
  if (chosen.size === 0 || !canConfine()) return catalog;
  await mkdir(folder, { recursive: true });
  const home = await realpath(await mkdtemp(path.join(folder, 'samples-')));
  try {
    await copyFiles(tree, home);
    const snippets: Snippet[] = [];
    for (const snippet of catalog.snippets) {
      const run = chosen.has(snippet) ? await runOne(snippet, home, signal) : undefined;
      snippets.push({ ...snippet, ...(run && { run }) });
    }
    return { ...catalog, snippets };
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** Writes the regular files of the product, up to a limit. Links would lead out of the folder. */
const copyFiles = async (tree: Tree, home: string): Promise<void> => {
  let bytes = 0;
  for (const { path: name, mode } of tree.entries) {
    if (!mode.startsWith('100')) continue;
    const content = await tree.read(name);
    bytes += content?.length ?? 0;
    if (bytes > mostBytes) return;
    const target = path.resolve(home, name);
    if (!content || !target.startsWith(home + path.sep)) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
};

const runOne = async ({ id, language, code }: Snippet, home: string, signal: AbortSignal): Promise<Run | undefined> => {
  const runner = runners[language];
  if (!runner) return undefined;
  const file = path.join(home, `${id}.${runner.ending}`);
  await writeFile(file, code);
  const end = await runChild(
    {
      command: runner.command,
      arguments: [file],
      cwd: home,
      environment: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: home,
        PYTHONPATH: `${home}:${path.join(home, 'src')}`,
      },
      timeoutMs,
      confinement: { writable: [home] },
    },
    { signal },
  );
  signal.throwIfAborted();
  if (end.unstartable) return undefined;
  const name = path.basename(runner.command);
  if (end.stopped !== undefined) return { runner: name, status: 'timed_out' };
  return {
    runner: name,
    status: end.exitCode === 0 ? 'passed' : 'failed',
    ...(end.exitCode !== null && { exit_code: end.exitCode }),
  };
};
