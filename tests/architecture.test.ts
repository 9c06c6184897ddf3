import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parts } from './architecture.ts';
import type { Part } from './architecture.ts';
import { findCycle, layerProblems, loadedFiles, readImports } from './architecture-rules.ts';
import type { Import } from './architecture-rules.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const present = parts.filter((part) => existsSync(path.join(root, part.folder, 'package.json')));

/** One import of one file, named from the root. */
interface Named {
  readonly file: string;
  readonly specifier: string;
}

const isSource = (file: string): boolean =>
  /\.(ts|tsx|mts|js|mjs)$/.test(file) && !/\.test\.|\.d\.ts$|(^|\/)testing\//.test(file);

/** The imports of every source file of a part, by its path under `src`. */
const importsIn = ({ folder }: Part): ReadonlyMap<string, readonly Import[]> => {
  const source = path.join(root, folder, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isSource);
  expect(files.length, `no source files in ${folder}`).toBeGreaterThan(0);
  return new Map(files.map((file) => [file, readImports(file, readFileSync(path.join(source, file), 'utf8'))]));
};

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Describes the problem with one import of a part; undefined if it is allowed. */
const problemOf = (part: Part, { file, specifier }: Named): string | undefined => {
  if (specifier.startsWith('.')) {
    const target = path.normalize(path.join(path.dirname(file), specifier));
    return target.startsWith(path.join(part.folder, 'src') + path.sep) ? undefined : `reaches out of its package`;
  }
  if (specifier.startsWith('node:')) return part.platform ? undefined : 'may not use Node';
  if (builtinModules.includes(specifier)) return 'names a module of Node without node:';
  const name = packageOf(specifier);
  return [...part.imports, ...part.external, ...(part.peers ?? [])].includes(name)
    ? undefined
    : `may not import ${name}`;
};

interface Manifest {
  readonly name: string;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

const readJson = <Shape>(file: string): Shape => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Shape;

describe('the one-way rule', () => {
  it('covers every package', () => {
    const folders = ['packages', 'servers', 'plugins'].flatMap((group) =>
      existsSync(path.join(root, group)) ? readdirSync(path.join(root, group)).map((name) => `${group}/${name}`) : [],
    );
    expect(folders.filter((folder) => existsSync(path.join(root, folder, 'package.json'))).sort()).toEqual(
      present.map((part) => part.folder).sort(),
    );
    expect(present.length).toBeGreaterThan(0);
  });

  it.each(present)('is kept by every import of $name', (part) => {
    const problems = [...importsIn(part)].flatMap(([name, found]) =>
      found.flatMap(({ specifier }) => {
        const file = path.join(part.folder, 'src', name);
        const problem = problemOf(part, { file, specifier });
        return problem === undefined ? [] : [`${file}: '${specifier}' ${problem}`];
      }),
    );
    expect(problems).toEqual([]);
  });

  it.each(present)('is what the package.json of $name says', (part) => {
    const manifest = readJson<Manifest>(`${part.folder}/package.json`);
    expect(manifest.name).toBe(part.name);
    expect(Object.keys(manifest.peerDependencies ?? {}).sort()).toEqual([...(part.peers ?? [])].sort());
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual([...part.imports, ...part.external].sort());
    // A project and our packages share one zod, so that their schemas have the same types.
    const { zod = '^4.2.0', ...exact } = { ...manifest.peerDependencies, ...manifest.dependencies };
    expect(zod).toBe('^4.2.0');
    const inexact = Object.keys(manifest.dependencies ?? {}).filter(
      (name) => !/^\d+\.\d+\.\d+/.test(exact[name] ?? '1.0.0'),
    );
    expect(inexact).toEqual([]);
  });

  it.each(present)('is what the tsconfig of $name refers to', (part) => {
    const { references = [] } = readJson<{ references?: { path: string }[] }>(`${part.folder}/tsconfig.json`);
    const folders = references.map((reference) => path.normalize(path.join(part.folder, reference.path)));
    const expected = part.imports.map((name) => parts.find((other) => other.name === name)?.folder);
    expect(new Set(folders)).toEqual(new Set(expected));
  });

  it('has no cycle', () => {
    expect(findCycle(new Map(parts.map(({ name, imports }) => [name, imports])))).toBeUndefined();
  });

  it('finds what it looks for', () => {
    const [contract] = parts;
    if (!contract) throw new Error('no part');
    const file = 'packages/contract/src/index.ts';
    const problems = ['node:fs', 'fs', 'lodash', '../../cli/src/main.ts', './json.ts', 'zod'].map((specifier) =>
      problemOf(contract, { file, specifier }),
    );
    expect(problems).toEqual([
      'may not use Node',
      'names a module of Node without node:',
      'may not import lodash',
      'reaches out of its package',
      undefined,
      undefined,
    ]);
  });
});

describe('the order inside a package', () => {
  it.each(present)('is kept by every folder of $name', (part) => {
    expect(layerProblems(part.layers, loadedFiles(importsIn(part)))).toEqual([]);
  });

  it.each(present)('has no cycle of files in $name', (part) => {
    expect(findCycle(loadedFiles(importsIn(part)))).toBeUndefined();
  });
});
