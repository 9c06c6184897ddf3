import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConfigFacts } from '@recourse/server-launch';

/** The facts about a product that its own repository gives away. */
export type RepositoryFacts = Partial<Omit<ConfigFacts, 'site_repo_url'>>;

/** Looks into a working directory: the name from its manifest, the address and the commit from git's own files. */
export const readRepository = async (folder: string): Promise<RepositoryFacts> => {
  const name = (await readName(folder)) ?? path.basename(folder);
  const slug = slugOf(name);
  const git = await findGitFolders(folder);
  const url = git && (await readOrigin(git.common));
  const ref = git && (await readHead(git));
  return {
    ...(slug !== '' && { product_slug: slug }),
    product_name: titleOf(name),
    ...(url !== undefined && { github_repo_url: url }),
    ...(ref !== undefined && { github_ref: ref }),
  };
};

const textOf = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);

const readName = async (folder: string): Promise<string | undefined> => {
  const manifest = await textOf(path.join(folder, 'package.json'));
  const fromPackage = manifest && nameIn(manifest);
  if (fromPackage) return fromPackage;
  const toml = (await textOf(path.join(folder, 'pyproject.toml'))) ?? (await textOf(path.join(folder, 'Cargo.toml')));
  const fromToml = toml && /^\s*name\s*=\s*["']([^"']+)["']/m.exec(toml)?.[1];
  if (fromToml) return fromToml;
  const goModule = /^module\s+(\S+)/m.exec((await textOf(path.join(folder, 'go.mod'))) ?? '')?.[1];
  return goModule
    ?.replace(/\/v\d+$/, '')
    .split('/')
    .at(-1);
};

const nameIn = (manifest: string): string | undefined => {
  try {
    const { name } = JSON.parse(manifest) as { readonly name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
};

/** `@scope/my.lib` becomes `my-lib`. */
const slugOf = (name: string): string =>
  (name.split('/').at(-1) ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);

const titleOf = (name: string): string => {
  const words = (name.split('/').at(-1) ?? name).split(/[-_.\s]+/).filter((word) => word !== '');
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ');
};

interface GitFolders {
  readonly own: string;
  /** Shared by all worktrees of a repository. */
  readonly common: string;
}

/** In a worktree, `.git` is a file that names the folder. */
const findGitFolders = async (folder: string): Promise<GitFolders | undefined> => {
  const entry = path.join(folder, '.git');
  if ((await textOf(path.join(entry, 'HEAD'))) !== undefined) return { own: entry, common: entry };
  const named = /^gitdir:\s*(.+)$/m.exec((await textOf(entry)) ?? '')?.[1];
  if (named === undefined) return undefined;
  const own = path.resolve(folder, named.trim());
  const common = (await textOf(path.join(own, 'commondir')))?.trim();
  return { own, common: common === undefined ? own : path.resolve(own, common) };
};

/** The remote `origin` as an address without credentials. */
const readOrigin = async (common: string): Promise<string | undefined> => {
  const config = (await textOf(path.join(common, 'config'))) ?? '';
  const section = /\[remote "origin"\]([^[]*)/.exec(config)?.[1] ?? '';
  const url = /^\s*url\s*=\s*(\S+)/m.exec(section)?.[1];
  if (url === undefined) return undefined;
  const overSsh = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+?)(?:\.git)?$/.exec(url);
  if (overSsh) return `https://${overSsh[1]}/${overSsh[2]}`;
  return /^https?:\/\//.test(url) ? url.replace(/\/\/[^@/]*@/, '//').replace(/\.git$/, '') : undefined;
};

const commit = /^[a-f0-9]{40}$/;

const readHead = async ({ own, common }: GitFolders): Promise<string | undefined> => {
  const head = ((await textOf(path.join(own, 'HEAD'))) ?? '').trim();
  if (commit.test(head)) return head;
  const ref = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1];
  if (ref === undefined || ref.split('/').includes('..')) return undefined;
  const loose = (await textOf(path.join(common, ref)))?.trim();
  if (loose !== undefined && commit.test(loose)) return loose;
  const packed = (await textOf(path.join(common, 'packed-refs'))) ?? '';
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`));
  const sha = line?.split(' ')[0];
  return sha !== undefined && commit.test(sha) ? sha : undefined;
};
