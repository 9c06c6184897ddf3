import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../errors/operator-error.ts';
import { checkModule } from '../files/check-module.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';

/**
 * Returns the file of a server that does not come with Recourse: a module at a path, or the main module of an installed
 * package. A package is looked for from the working directory up, as Node does, and then beside this command, where
 * `npx --package` and `npm install --global` put it. The error lists `names`, the servers that are known.
 */
export const serverModule = (named: string, cwd: string, names: readonly string[]): string => {
  const file = path.resolve(cwd, named);
  if (isPath(named) || (/[./\\]/u.test(named) && existsSync(file))) {
    checkModule(file, named);
    return file;
  }
  const found = isPackageName(named) ? (inPackage(named, cwd) ?? inPackage(named, here)) : undefined;
  if (found !== undefined) return found;
  throw new UsageError(
    `There is no server '${named}'.${didYouMean(named, names)} Use ${names.join(', ')}, the path of a module or the name of an installed package.`,
  );
};

/** Whether an argument can only be a path: packages have neither a leading dot nor the extension of a module. */
const isPath = (named: string): boolean =>
  path.isAbsolute(named) || /^\.|\\|\.[cm]?[jt]s$/u.test(named) || (named.includes('/') && !isPackageName(named));

const isPackageName = (named: string): boolean => /^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/u.test(named);

const here = path.dirname(fileURLToPath(import.meta.url));

/**
 * The main module of a package. `require.resolve` would not find one that only `import` may load, and `import` cannot
 * start from another folder.
 */
const inPackage = (name: string, from: string): string | undefined => {
  const folder = path.join(from, 'node_modules', name);
  const manifest = path.join(folder, 'package.json');
  if (existsSync(manifest)) {
    const { exports, main } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
    return path.join(folder, exportedFile(exports) ?? (typeof main === 'string' ? main : 'index.js'));
  }
  const parent = path.dirname(from);
  return parent === from ? undefined : inPackage(name, parent);
};

interface Manifest {
  readonly exports?: unknown;
  readonly main?: unknown;
}

const conditions = new Set(['node', 'import', 'module-sync', 'default']);

/** The file of the root entry, by the conditions of `import`. */
const exportedFile = (exports: unknown): string | undefined => {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  if ('.' in exports) return exportedFile(exports['.']);
  const wanted = Array.isArray(exports)
    ? exports
    : Object.entries(exports).flatMap(([key, value]) => (conditions.has(key) ? [value] : []));
  for (const each of wanted as readonly unknown[]) {
    const file = exportedFile(each);
    if (file !== undefined) return file;
  }
  return undefined;
};
