import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Names of folders in which no source is looked for. */
export interface IgnoredFolders {
  /** Only beside the file that says so. */
  readonly here: ReadonlySet<string>;
  /** At any depth below it. */
  readonly below: ReadonlySet<string>;
}

const never: ReadonlySet<string> = new Set(['node_modules', 'bower_components', 'dist']);
/** Next to a package.json these folders hold the output of tools; elsewhere they are ordinary names. */
const outputs: ReadonlySet<string> = new Set(['build', 'coverage']);

/** Reads which folders a directory and its .gitignore exclude, in addition to those excluded above it. */
export const readIgnoredFolders = async (directory: string, above: ReadonlySet<string>): Promise<IgnoredFolders> => {
  const listed = await readGitignore(directory);
  const isPackage = await exists(join(directory, 'package.json'));
  return {
    here: new Set([...listed.here, ...(isPackage ? outputs : [])]),
    below: new Set([...above, ...listed.below]),
  };
};

/** Hidden folders (.git, .cache) are tools' own. */
export const isIgnored = (name: string, { here, below }: IgnoredFolders): boolean =>
  name.startsWith('.') || never.has(name) || here.has(name) || below.has(name);

/** Reads the names that the .gitignore files above a directory exclude, up to the root of its repository. */
export const ignoredAbove = async (directory: string): Promise<ReadonlySet<string>> => {
  const names = new Set<string>();
  let current = directory;
  while (!(await exists(join(current, '.git')))) {
    const outer = dirname(current);
    if (outer === current) return new Set();
    current = outer;
    for (const name of (await readGitignore(current)).below) names.add(name);
  }
  return names;
};

const plainLine = /^(\/?)([^\s*?![\]\\/#][^*?![\]\\/]*)\/?$/;

/** Only plain names such as `out/`. Patterns are left alone: to ignore too much would hide findings. */
const readGitignore = async (directory: string): Promise<IgnoredFolders> => {
  const text = await readFile(join(directory, '.gitignore'), 'utf8').catch(() => '');
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const names = (anchor: string): ReadonlySet<string> =>
    new Set(
      lines.flatMap((line) => {
        const [, anchored, name] = plainLine.exec(line) ?? [];
        return name !== undefined && anchored === anchor && !lines.includes(`!${line}`) ? [name] : [];
      }),
    );
  return { here: names('/'), below: names('') };
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
