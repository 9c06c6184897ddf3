import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { findWorkspaces } from './find-workspaces.ts';
import { readJson, shownPath } from './read-json.ts';

/** A module with codes, the file that locks them, and the package that releases them. */
export interface DeclaredRegistry {
  readonly packageName: string;
  readonly version: string;
  /** Absolute, as are the two files. */
  readonly directory: string;
  readonly module: string;
  readonly lock: string;
}

const manifestSchema = z.object({
  name: z.string().default('this package'),
  version: z.string().default('0.0.0'),
  workspaces: z.union([z.array(z.string()), z.object({ packages: z.array(z.string()) })]).optional(),
  recourse: z.object({ codes: z.union([z.string(), z.record(z.string(), z.string())]).optional() }).optional(),
});
type Manifest = z.output<typeof manifestSchema>;

const defaultLock = 'codes.lock.json';

/** How a package names its modules with codes. */
export const declarationAdvice = `Declare the built module with the codes, and its lock file, in package.json:
  "recourse": { "codes": { "./dist/codes.js": "./codes.lock.json" } }`;

/** The registries that the package in a folder, and each of its workspaces, declares. */
export const findRegistries = (cwd: string): readonly DeclaredRegistry[] => {
  if (!existsSync(path.join(cwd, 'package.json'))) return [];
  const { workspaces } = readManifest(cwd, cwd);
  const patterns = Array.isArray(workspaces) ? workspaces : (workspaces?.packages ?? []);
  return [cwd, ...findWorkspaces(cwd, patterns)].flatMap((directory) => declaredIn(directory, cwd));
};

/** The registry of a module that was named on the command line, with its declared lock where it has one. */
export const registryOfModule = (module: string, lock: string | undefined, cwd: string): DeclaredRegistry => {
  const file = path.resolve(cwd, module);
  const directory = packageAbove(path.dirname(file));
  if (directory === undefined) {
    throw new UsageError(
      `No package.json was found above ${module}; the version in package.json determines which changes are allowed.`,
    );
  }
  const { name, version } = readManifest(directory, cwd);
  const declared = declaredIn(directory, cwd).find((registry) => registry.module === file);
  const lockFile = lock === undefined ? (declared?.lock ?? path.join(directory, defaultLock)) : path.resolve(cwd, lock);
  return { packageName: name, version, directory, module: file, lock: lockFile };
};

const declaredIn = (directory: string, cwd: string): readonly DeclaredRegistry[] => {
  const { name, version, recourse } = readManifest(directory, cwd);
  const { codes } = recourse ?? {};
  if (codes === undefined) return [];
  const locks = typeof codes === 'string' ? { [codes]: defaultLock } : codes;
  return Object.entries(locks).map(([module, lock]) => ({
    packageName: name,
    version,
    directory,
    module: path.resolve(directory, module),
    lock: path.resolve(directory, lock),
  }));
};

const readManifest = (directory: string, cwd: string): Manifest => {
  const file = path.join(directory, 'package.json');
  const result = manifestSchema.safeParse(readJson(file, cwd));
  if (result.success) return result.data;
  const [problem] = result.error.issues;
  throw new OperatorError(
    'FILE_INVALID',
    `${shownPath(file, cwd)} at ${problem?.path.join('.') ?? ''}: ${problem?.message ?? 'is wrong'}`,
  );
};

const packageAbove = (directory: string): string | undefined => {
  if (existsSync(path.join(directory, 'package.json'))) return directory;
  const parent = path.dirname(directory);
  return parent === directory ? undefined : packageAbove(parent);
};
