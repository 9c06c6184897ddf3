import type { Snippet } from './read-document.ts';
import { snippetOf } from './read-document.ts';
import { cite } from './locate.ts';
import { oneLine } from './plain-text.ts';

const mostLines = 200;

/** Reads an example file as one snippet. Its first comment is its title, and its name otherwise. */
export const readExample = (path: string, text: string, language: string): Snippet | undefined => {
  const lines = text.trimEnd().split('\n');
  if (text.trim() === '' || lines.length > mostLines || path.endsWith('__init__.py')) return undefined;
  return snippetOf({
    language,
    title: commentAt(lines) ?? titleOfPath(path),
    code: lines.join('\n'),
    source: cite(path, 1, lines.length),
  });
};

/** Turns `examples/retry_on-error.ts` into `Retry on error`. */
export const titleOfPath = (path: string): string => {
  const names = path.split('/');
  const isIndex = /^(?:index|main|app|example|example_test)\.\w+$/.test(names.at(-1) ?? '');
  const name = (isIndex ? names.at(-2) : names.at(-1)) ?? path;
  const words = name
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_.]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim();
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return oneLine(title) || oneLine(path);
};

const commentAt = (lines: readonly string[]): string | undefined => {
  const start = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#!'));
  const first = lines[start] ?? '';
  const [, words] =
    /^(?:\/\/+|#+|\/\*\*?|"""|''')\s*(.+?)\s*(?:\*\/|"""|''')?$/.exec(first) ??
    (/^\/\*\*?$|^"""$|^'''$/.test(first) ? (/^\s*\*?\s*(.+)$/.exec(lines[start + 1] ?? '') ?? []) : []);
  const isTitle =
    words !== undefined &&
    words.length <= 80 &&
    !/copyright|license|eslint|ts-|prettier|@|coding[:=]|go:build|\+build|package /i.test(words);
  return isTitle ? oneLine(words.replace(/[.:]$/, '')) : undefined;
};
