import { compileGlob } from '../../globs/glob.ts';
import type { Glob } from '../../globs/glob.ts';

/** Whether a file, named from the root with `/`, is meant. */
export type Matcher = (file: string) => boolean;

/**
 * A pattern of a domain. It names folders, and a folder stands for everything below it: `src/**`, `src/...`, `src`.
 * In a Go module `./pkg/utils` is that one package. A pattern whose last part has a dot may name files as well.
 */
export const compileDomainPattern = (pattern: string, module?: string): Matcher | string => {
  const { text, isPackage, subtree } = normalise(pattern, module);
  const glob = compileGlob(text);
  if (typeof glob === 'string') return glob;
  const onlyThis = isPackage && !subtree && !text.endsWith('**');
  const inFolder: Matcher = onlyThis
    ? (file) => glob.matches(splitPath(file).folders)
    : (file) => glob.matchesSomeFolder(splitPath(file).folders);
  return namesFiles(text) ? (file) => inFolder(file) || glob.matches(splitPath(file).names) : inFolder;
};

/** A pattern of an exclude or of a rule for files: it fits whole paths, and `vendor/...` or `vendor/` all below. */
export const compileFilePattern = (pattern: string, module?: string): Matcher | string => {
  const { text, subtree } = normalise(pattern, module);
  const glob: Glob | string = compileGlob(text);
  if (typeof glob === 'string') return glob;
  return subtree
    ? (file) => glob.matchesSomeFolder(splitPath(file).folders)
    : (file) => glob.matches(splitPath(file).names);
};

/** One matcher for several patterns that are known to be right. */
export const anyOf = (
  patterns: readonly string[],
  compile: (pattern: string, module?: string) => Matcher | string,
  module?: string,
): Matcher => {
  const matchers = patterns.map((pattern) => {
    const matcher = compile(pattern, module);
    if (typeof matcher === 'string') throw new TypeError(`The pattern '${pattern}' is invalid: ${matcher}`);
    return matcher;
  });
  return (file) => matchers.some((matches) => matches(file));
};

interface Normalised {
  readonly text: string;
  /** Written as Go names packages. */
  readonly isPackage: boolean;
  /** It ends in `/...` or `/`. */
  readonly subtree: boolean;
}

const normalise = (pattern: string, module: string | undefined): Normalised => {
  const own = module !== undefined && (pattern === module || pattern.startsWith(`${module}/`));
  const isPackage = module !== undefined && (own || pattern === '.' || pattern.startsWith('./'));
  const below = own ? pattern.slice(module.length).replace(/^\//, '') : pattern.replace(/^\.(?:\/|$)/, '');
  const ending = /(?:^|\/)\.\.\.$|\/$/.exec(below);
  const folder = ending ? below.slice(0, ending.index) : below;
  const text = folder
    .split('/')
    .map((part) => (part === '...' ? '**' : part))
    .join('/');
  return { text, isPackage, subtree: ending !== null };
};

interface SplitPath {
  readonly file: string;
  readonly names: readonly string[];
  readonly folders: readonly string[];
}

let last: SplitPath = { file: '', names: [''], folders: [] };

/** One path is asked of many patterns in a row: it is taken apart once. */
const splitPath = (file: string): SplitPath => {
  if (file !== last.file) {
    const names = file.split('/');
    last = { file, names, folders: names.slice(0, -1) };
  }
  return last;
};

const namesFiles = (text: string): boolean => /\.[^/]*$/.test(text);
