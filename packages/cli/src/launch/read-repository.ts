import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConfigFacts } from '@recourse/server-launch';

/** The facts about a product that its own repository gives away. */
export type RepositoryFacts = Partial<Omit<ConfigFacts, 'site_repo_url'>>;

/** Looks into a working directory: the name from its manifests, the address and the commit from git's own files. */
export const readRepository = async (folder: string): Promise<RepositoryFacts> => {
  const { bestOf, inferProduct } = await import('@recourse/server-launch');
  const products = await inferProduct(await filesIn(folder), path.basename(folder));
  // Of several packages none is the default.
  const product = bestOf(products) ?? (products.length === 1 ? products[0] : undefined);
  const git = await findGitFolders(folder);
  const url = git && (await readOrigin(git.common));
  const ref = git && (await readHead(git));
  return {
    ...(product && { product_slug: product.value.product_slug, product_name: product.value.product_name }),
    ...(url !== undefined && { github_repo_url: url }),
    ...(ref !== undefined && { github_ref: ref }),
  };
};

const deepest = 3;
const mostFolders = 200;

/** The files of a working directory near its root, without those of others. */
const filesIn = async (folder: string) => {
  const paths: string[] = [];
  const waiting = [''];
  for (let count = 0; count < mostFolders && waiting.length > 0; count += 1) {
    const below = waiting.shift() ?? '';
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => [])) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isFile()) paths.push(name);
      const isOwn = entry.isDirectory() && !/^(?:\.|node_modules$|vendor$|dist$|target$)/u.test(entry.name);
      if (isOwn && name.split('/').length < deepest) waiting.push(name);
    }
  }
  return { paths, read: (name: string) => textOf(path.join(folder, name)) };
};

const textOf = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);

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
