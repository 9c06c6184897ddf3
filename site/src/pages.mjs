import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The repository, whose Markdown is the site. */
export const root = path.resolve(import.meta.dirname, '..', '..');

const pagePattern =
  /^(?:docs\/(?:[\w-]+\/)*[\w-]+|(?:packages|servers|plugins)\/[\w-]+\/README|README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$/u;

/** Patterns of files that VitePress does not read. It reads all other Markdown, so new folders belong here. */
export const excluded = [
  '{tests,bench,examples,scripts,site,packaging,schemas,coverage}/**',
  '{packages,servers,plugins}/*/*/**',
  '{packages,servers,plugins}/*/!(README).md',
];

/** Whether a file, named from the root, is a page of the site. */
export const isPage = (file) => pagePattern.test(file) && existsSync(path.join(root, file));

/** The pages in a folder and in the folders below it, README.md first. */
export const pagesIn = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? pagesIn(file) : isPage(file) ? [file] : [];
    })
    .sort((one, other) => Number(other.endsWith('README.md')) - Number(one.endsWith('README.md')));

/** The file of a page as the site names it: a README is the index of its folder. */
export const rewritten = (file) => file.replace(/(^|\/)README\.md$/u, '$1index.md');

/** The first heading of a page, without code marks. */
export const titleOf = (file) =>
  (/^# (?<title>.+)$/mu.exec(readFileSync(path.join(root, file), 'utf8'))?.groups?.title ?? file).replaceAll('`', '');
