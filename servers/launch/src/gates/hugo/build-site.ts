import { mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { runChild } from '@recourse/sandbox';
import { materialise } from '../../patching/materialise.ts';
import type { Worktree } from '../../patching/open-worktree.ts';
import { addressOf, filesOf } from '../links/page-address.ts';
import type { Scene } from '../scene.ts';
import { readBuiltSite } from './built-site.ts';
import type { BuiltSite } from './built-site.ts';
import { confinementOf } from './confinement-of.ts';
import { findCompiling } from './find-compiling.ts';
import { hugoProgram } from './find-hugo.ts';
import { hugoEnvironment } from './hugo-environment.ts';
import { outsideFolders } from './outside-folders.ts';
import { readCsv } from './read-csv.ts';

/** The site, or the lines in which hugo says why there is none. */
export type Build =
  | { readonly site: BuiltSite; readonly lines: readonly string[] }
  | { readonly site: undefined; readonly lines: readonly string[] };

const timestamp = /\b\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2} /u;
const longestMs = 600_000;
const mostListBytes = 16 * 1024 * 1024;

/** The part of a scene that a build needs. */
type BuildScene = Pick<Scene, 'environment' | 'config' | 'signal'>;

export interface BuildOptions {
  /** The address at which the site is to be served; defaults to the one of its configuration. */
  readonly baseUrl?: string;
  /** A folder that does not exist yet, on the same disk. The built files are moved there. */
  readonly keep?: string;
}

/** Builds a worktree with hugo, in a folder that is deleted afterwards. */
export const buildSite = async (scene: BuildScene, worktree: Worktree, options: BuildOptions = {}): Promise<Build> => {
  await mkdir(scene.environment.folder, { recursive: true });
  const folder = await realpath(await mkdtemp(path.join(scene.environment.folder, 'build-')));
  try {
    const build = await buildIn(folder, scene, worktree, options);
    if (build.site && options.keep !== undefined) await rename(path.join(folder, 'public'), options.keep);
    return build;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

const buildIn = async (
  folder: string,
  scene: BuildScene,
  worktree: Worktree,
  { baseUrl }: BuildOptions,
): Promise<Build> => {
  const { signal, config, environment } = scene;
  const confinement = await confinementOf(environment);
  const [source, output] = [path.join(folder, 'site'), path.join(folder, 'public')];
  const home = path.join(folder, 'home');
  for (const made of [source, output, home]) await mkdir(made);
  await materialise(worktree, source);
  const given = [
    '--source',
    source,
    ...(config.hugo.config ? ['--config', path.join(source, config.hugo.config)] : []),
  ];
  const run = (words: readonly string[], collect?: { readonly mostBytes: number }) =>
    runChild(
      {
        command: hugoProgram(scene),
        arguments: [...words, ...given],
        cwd: source,
        environment: { ...hugoEnvironment(home, output), ...(baseUrl !== undefined && { HUGO_BASEURL: baseUrl }) },
        timeoutMs: longestMs,
        ...(confinement === 'namespace' && { confinement: { writable: [folder] } }),
      },
      { signal, ...(collect && { collect }) },
    );
  // Messages name files of the site, not of this machine, and are the same at any time.
  const linesOf = (text: string): readonly string[] =>
    text
      .split('\n')
      .map((line) => line.replaceAll(`${source}${path.sep}`, '').replaceAll(folder, '').replace(timestamp, ''));
  const compiles = confinement === 'policy' && !environment.trustsSites && (await findCompiling(source, signal));
  if (compiles) {
    const why = `'${compiles}' may compile JavaScript or Sass, which can read any file on this machine`;
    return { site: undefined, lines: [`Error: ${why}, and hugo cannot be confined on this system`] };
  }
  const mounts = await run(['config', 'mounts'], { mostBytes: mostListBytes });
  signal.throwIfAborted();
  if (mounts.exitCode !== 0) return { site: undefined, lines: withEnd(linesOf(mounts.output), mounts.stopped) };
  const foreign = outsideFolders(mounts.stdout?.toString('utf8') ?? '', source);
  if (!foreign) return { site: undefined, lines: ['Error: hugo did not list the folders that the site reads'] };
  const [outside] = foreign;
  if (outside !== undefined) {
    return { site: undefined, lines: linesOf(`Error: the site reads '${outside}', which is outside its own folder`) };
  }
  const end = await run(['--destination', output, '--noBuildLock']);
  signal.throwIfAborted();
  const lines = linesOf(end.output);
  if (end.exitCode !== 0) return { site: undefined, lines: withEnd(lines, end.stopped) };
  const list = await run(['list', 'all'], { mostBytes: mostListBytes });
  signal.throwIfAborted();
  const listed = readList(list.exitCode === 0 ? (list.stdout?.toString('utf8') ?? '') : '');
  const folders = { contentRoot: config.site_layout.content_root, locale: config.locale };
  const touched = worktree.touched.map((file) => listed.addresses.get(file) ?? addressOf(file, folders) ?? '');
  const files = new Set(touched.flatMap((address) => filesOf(address, listed.basePath)));
  return { site: await readBuiltSite(output, listed, { touched: files, signal }), lines };
};

const withEnd = (lines: readonly string[], stopped: string | undefined): readonly string[] =>
  stopped === undefined
    ? lines
    : [...lines, `Error: hugo was stopped, because it ${stopped === 'output' ? 'printed too much' : 'took too long'}`];

const readList = (csv: string): Pick<BuiltSite, 'addresses' | 'basePath'> => {
  const [head = [], ...rows] = readCsv(csv);
  const [file, link] = [head.indexOf('path'), head.indexOf('permalink')];
  const pages = rows.flatMap((row) => {
    const [name = '', permalink = ''] = [row[file], row[link]];
    return URL.canParse(permalink, 'http://site') ? [[name, new URL(permalink, 'http://site').pathname] as const] : [];
  });
  return { addresses: new Map(pages), basePath: basePathOf(pages) };
};

/** The start that all addresses have and no content path has. It is found from one page whose address ends like its path. */
const basePathOf = (pages: readonly (readonly [string, string])[]): string => {
  for (const [name, address] of pages) {
    const tail = `/${name.replace(/^[^/]+\//u, '').replace(/(?:\/?_?index)?\.\w+$/u, '')}/`.toLowerCase();
    const at = tail === '//' ? -1 : address.toLowerCase().lastIndexOf(tail);
    if (at >= 0 && at + tail.length === address.length) return address.slice(0, at + 1);
  }
  return '/';
};
