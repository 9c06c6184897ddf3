import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../src', import.meta.url));

/**
 * The imports that a file needs at run time. The pattern fits the code of this repository, not JavaScript in general.
 */
const neededBy = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^'"]*?\bfrom '([^']+)'/gm)].map(
    ([, specifier = '']) => (specifier.startsWith('.') ? path.resolve(path.dirname(file), specifier) : specifier),
  );

/** Every file and package that comes with a file. */
const loadedWith = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  for (const needed of neededBy(file)) {
    if (found.has(needed)) continue;
    found.add(needed);
    if (path.isAbsolute(needed)) loadedWith(needed, found);
  }
  return found;
};

const loaded = (entry: string): readonly string[] =>
  [...loadedWith(path.join(sources, entry))].map((name) =>
    path.isAbsolute(name) ? path.relative(sources, name) : name,
  );

const ofGenerator = (name: string): boolean => name.startsWith('generate') || name === '@readme/openapi-parser';

it.each(['index.ts', 'check.ts'])('leaves the generator and its parser out of what comes with %s', (entry) => {
  expect(loaded(entry)).toContain('@recourse/yaml');
  expect(loaded(entry).filter(ofGenerator)).toEqual([]);
});

it('finds the generator where it is needed', () => {
  expect(loaded('generate/index.ts').filter(ofGenerator)).toContain(path.join('generate', 'write-adapter.ts'));
});

it('makes nothing ready for calls while an adapter is only checked', () => {
  expect(loaded('check.ts').filter((name) => /^(?:serving|exchange)\b/.test(name))).toEqual([]);
});
