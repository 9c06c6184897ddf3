import type { Parsed } from './parse-source.ts';

const sourceName = /\.(?:[mc]?[jt]s|[jt]sx)$/;
const declarationName = /\.d\.(?:[^./]+\.)?[mc]?ts$/;
const testName = /\.(?:test|spec|test-d)\.[^.]+$/;
const testFolders: ReadonlySet<string> = new Set([
  'test',
  'tests',
  '__tests__',
  'testing',
  'fixtures',
  '__fixtures__',
  'bench',
]);
const generatedName = /\.(?:gen|generated)\.[^.]+$/;
const generatedFolders: ReadonlySet<string> = new Set(['generated', '__generated__']);
const generatedNotice =
  /@generated\b|\bgenerated\b[^]{0,200}\bdo not (?:edit|modify|change)\b|\bdo not (?:edit|modify)\b[^]{0,200}\bgenerated\b/i;

/** A file that can produce codes: no declaration file and no test. */
export const isSourceFile = (name: string): boolean =>
  sourceName.test(name) && !declarationName.test(name) && !testName.test(name);

/** Tests and fixtures write wrong codes on purpose. */
export const isTestFolder = (name: string): boolean => testFolders.has(name);

/** Whether a machine wrote the file: by its place, its name, or the notice at its top. */
export const isGenerated = (inside: string, parsed: Parsed): boolean => {
  if (generatedName.test(inside) || foldersOf(inside).some((folder) => generatedFolders.has(folder))) return true;
  return headOf(parsed).some((comment) => generatedNotice.test(comment));
};

/** Whether the file says of itself, in a comment before its first statement, that its codes are examples. */
export const isShowcase = (parsed: Parsed): boolean =>
  headOf(parsed).some((comment) => /@recourse-example\b/.test(comment));

const headOf = ({ program, comments }: Parsed): readonly string[] => {
  const first = program.body[0]?.start ?? Infinity;
  return comments.filter(({ start }) => start < first).map(({ value }) => value);
};

/** Dialects name the codes of others to translate them. */
export const isTranslation = (inside: string): boolean => foldersOf(inside).includes('dialects');

const foldersOf = (inside: string): readonly string[] => inside.split('/').slice(0, -1);
