import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isPage, pagesIn, rewritten, root } from './pages.mjs';

const { repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** The repository in a browser. */
export const repositoryUrl = repository.url.replace(/^git\+|\.git$/gu, '');

/**
 * Turns a link of a page into one of the site. Links are written for a reader of the repository: a folder means its
 * README or its first page, and any other file is shown by the repository.
 */
export const linkFrom = (page, href) => {
  if (/^(?:[a-z]+:|#)/u.test(href)) return href;
  const [target, anchor] = href.split('#');
  const file = path.posix.join(path.posix.dirname(page), target).replace(/\/$/u, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const found = pageAt(file);
  if (found) return `/${rewritten(found)}${hash}`;
  const kind = existsSync(path.join(root, file)) && statSync(path.join(root, file)).isDirectory() ? 'tree' : 'blob';
  return `${repositoryUrl}/${kind}/main/${file}${hash}`;
};

/** The page that a file or folder stands for. */
export const pageAt = (file) => {
  if (isPage(file)) return file;
  const place = path.join(root, file);
  if (!existsSync(place) || !statSync(place).isDirectory()) return undefined;
  return isPage(`${file}/README.md`) ? `${file}/README.md` : pagesIn(file)[0];
};

/** Gives a heading the anchor that GitHub gives it, so that links work in both places. */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Makes VitePress's Markdown renderer resolve links with `linkFrom`. */
export const resolveLinks = (md) => {
  md.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
    const page = path
      .relative(root, env.realPath ?? env.path)
      .split(path.sep)
      .join('/');
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'link_open') token.attrSet('href', linkFrom(page, token.attrGet('href')));
  });
};
