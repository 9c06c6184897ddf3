import type { Link } from '../markdown/read-page.ts';

/**
 * Writes another address into a link: into its parentheses, or into the definition that it refers to. The page stays as
 * it is if the address is written in another way, for example with escapes.
 */
export const replaceAddress = (page: string, { url, start, end }: Link, next: string): string => {
  if (start === undefined || end === undefined) return page;
  const source = page.slice(start, end);
  const at = Math.max(source.lastIndexOf(`](${url}`), source.lastIndexOf(`](<${url}`));
  if (at !== -1) {
    const from = start + source.indexOf(url, at);
    return page.slice(0, from) + next + page.slice(from + url.length);
  }
  return page
    .split('\n')
    .map((line) => (isDefinition(line, url) ? line.replace(url, () => next) : line))
    .join('\n');
};

const isDefinition = (line: string, url: string): boolean =>
  /^ {0,3}\[[^\]]{1,500}\]:/u.test(line) &&
  line
    .slice(line.indexOf(']:') + 2)
    .trim()
    .split(/\s/u, 1)[0]
    ?.replaceAll(/^<|>$/gu, '') === url;
