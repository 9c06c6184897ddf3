import path from 'node:path';
import type { FileSystem } from 'typescript/unstable/fs';

/** The folder of the product as the compiler sees it. It exists nowhere. */
export const root = '/product';
export const configPath = `${root}/tsconfig.json`;

/**
 * The only files that the compiler sees: those of the product that were given, our own configuration, and the
 * declarations of the language that come with the compiler. The product's configuration, plugins and links have no
 * effect, and nothing of this machine can be read.
 */
export const createVirtualFiles = (files: ReadonlyMap<string, string>, entries: readonly string[]): FileSystem => {
  const config = {
    compilerOptions: {
      strict: true,
      allowJs: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      lib: ['esnext', 'dom', 'dom.iterable'],
      jsx: 'preserve',
      types: [],
      skipLibCheck: true,
      maxNodeModuleJsDepth: 0,
    },
    files: entries,
  };
  const content = new Map([...files].map(([name, text]) => [`${root}/${name}`, text]));
  content.set(configPath, JSON.stringify(config));
  const folders = new Set(['/']);
  for (const name of content.keys())
    for (let at = path.posix.dirname(name); at !== '/'; at = path.posix.dirname(at)) folders.add(at);
  return {
    readFile: (name) => content.get(name) ?? (isLibrary(name) ? undefined : null),
    fileExists: (name) => content.has(name) || isLibrary(name),
    directoryExists: (name) => folders.has(name),
    getAccessibleEntries: () => ({ files: [], directories: [] }),
    realpath: (name) => name,
  };
};

/** The declarations of the language, in the folder of the compiler. */
const isLibrary = (name: string): boolean =>
  !name.startsWith(`${root}/`) &&
  /[\\/]@typescript[\\/]typescript-[\w-]+[\\/]lib[\\/]lib(?:\.[\w.]+)?\.d\.ts$/.test(name);
