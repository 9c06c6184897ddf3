import { brokenRule } from '../fields/broken-rule.ts';

/** A file to be committed, as callers name it. */
export interface GivenFile {
  readonly path: string;
  readonly content: string;
  readonly encoding?: 'utf8' | 'base64' | undefined;
  readonly executable?: boolean | undefined;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The rules for the files of one commit that a schema cannot express. */
export const fileProblem = (files: readonly GivenFile[]): ReturnType<typeof brokenRule> | undefined => {
  const seen = new Set<string>();
  for (const [index, { path, content, encoding }] of files.entries()) {
    const pointer = `/files/${index}`;
    if (path.endsWith('/')) return brokenRule(`${pointer}/path`, 'the path of a file must not end with a slash');
    if (seen.has(path)) return brokenRule(`${pointer}/path`, 'each file must be listed only once');
    seen.add(path);
    if (encoding === 'base64' && !base64.test(content.replace(/[\r\n]/g, ''))) {
      return brokenRule(`${pointer}/content`, 'must be valid base64');
    }
  }
  for (const [index, { path }] of files.entries()) {
    const parts = path.split('/');
    const inTheWay = parts.slice(0, -1).some((_, depth) => seen.has(parts.slice(0, depth + 1).join('/')));
    if (inTheWay) return brokenRule(`/files/${index}/path`, 'must not use another file in this commit as a folder');
  }
  return undefined;
};
