import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDomainPattern, compileFilePattern } from './patterns.ts';
import type { Matcher } from './patterns.ts';

const compiled = (matcher: Matcher | string): Matcher => {
  if (typeof matcher === 'string') throw new Error(matcher);
  return matcher;
};
const domain = (pattern: string, file: string, module?: string): boolean =>
  compiled(compileDomainPattern(pattern, module))(file);
const file = (pattern: string, name: string): boolean => compiled(compileFilePattern(pattern))(name);

describe('a pattern of a domain', () => {
  it.each([
    ['src/core/**', 'src/core/a/b.ts'],
    ['src/core/...', 'src/core/a/b.ts'],
    ['./src/core/...', 'src/core/b.ts'],
    ['src/core', 'src/core/a/b.ts'],
    ['src/core/', 'src/core/a/b.ts'],
    ['src/*/service/**', 'src/shop/service/x/y.ts'],
    ['./internal/*/service', 'internal/shop/service/y.go'],
    ['**', 'index.js'],
    ['./...', 'index.js'],
    ['...', 'deep/er/index.js'],
    ['**/*.py', 'a/b/c.py'],
    ['**/*.{js,jsx,ts,tsx}', 'app/[id]/page.tsx'],
    ['src/main.ts', 'src/main.ts'],
    ['src/v1.2', 'src/v1.2/x.ts'],
    ['src/**', 'src/.hidden/x.ts'],
    ['app/\\[id\\]/**', 'app/[id]/page.tsx'],
    ['app/(shop)/**', 'app/(shop)/page.tsx'],
    ['@scope/x/**', '@scope/x/y.ts'],
  ])('%j includes %j', (pattern, name) => expect(domain(pattern, name)).toBe(true));

  it.each([
    ['src/core/**', 'src/core2/b.ts'],
    ['src/core', 'src/corex.ts'],
    ['src/*', 'src/index.ts'],
    ['src/*/service/**', 'src/service/x.ts'],
    ['lib/**', 'src/lib/x.ts'],
    ['**/*.py', 'a/b.pyc'],
    ['src/main.ts', 'src/main.tsx'],
  ])('%j does not include %j', (pattern, name) => expect(domain(pattern, name)).toBe(false));

  it('matches one package in a Go module, or with dots all packages below it', () => {
    const module = 'example.org/shop';
    expect(domain('./pkg/utils', 'pkg/utils/a.go', module)).toBe(true);
    expect(domain('./pkg/utils', 'pkg/utils/more/a.go', module)).toBe(false);
    expect(domain('./pkg/utils/...', 'pkg/utils/more/a.go', module)).toBe(true);
    expect(domain('example.org/shop/pkg/utils', 'pkg/utils/a.go', module)).toBe(true);
    expect(domain('example.org/shop/...', 'pkg/utils/a.go', module)).toBe(true);
    expect(domain('example.org/shopping/...', 'pkg/utils/a.go', module)).toBe(false);
    expect(domain('.', 'main.go', module)).toBe(true);
    expect(domain('.', 'pkg/a.go', module)).toBe(false);
  });
});

describe('a pattern of files', () => {
  it.each([
    ['**/generated/**', 'src/generated/x.ts', true],
    ['**/*_test.go', 'a/b_test.go', true],
    ['**/*_test.go', 'b_test.go', true],
    ['src/legacy/*', 'src/legacy/x.ts', true],
    ['src/legacy/*', 'src/legacy/deep/x.ts', false],
    ['vendor/...', 'vendor/a/b.go', true],
    ['vendor/', 'vendor/a/b.go', true],
    ['vendor', 'vendor/a/b.go', false],
    ['./src/*.ts', 'src/a.ts', true],
    ['*.ts', 'src/a.ts', false],
    ['[!a]*.ts', 'b.ts', true],
    ['[!a]*.ts', 'a.ts', false],
    ['[]]x', ']x', true],
    ['a{b,c{d,e}}f', 'acef', true],
    ['{a}', '{a}', true],
  ])('%j and %j: %s', (pattern, name, expected) => expect(file(pattern, name)).toBe(expected));

  it.each([
    ['../x', "it contains the segment '..'; patterns are relative to the root of the project"],
    ['/etc/**', 'it has an empty segment (a leading, trailing or double slash)'],
    ['a//b', 'it has an empty segment (a leading, trailing or double slash)'],
    ['[a', "a '[' is not closed; write \\[ for a literal bracket"],
    ['{a,b', "a '{' is not closed; write \\{ for a literal brace"],
    ['a\\', 'it ends in a backslash'],
    ['+(a|b)*', 'groups such as +(…) are not supported'],
    ['{a,b}'.repeat(7), 'its braces expand to more than 64 patterns'],
    ['a'.repeat(257), 'it is longer than 256 characters'],
    ['a/'.repeat(25).slice(0, -1), 'it has more than 24 segments'],
  ])('%j is refused: %s', (pattern, reason) => expect(compileFilePattern(pattern)).toBe(reason));
});

describe('laws of patterns', () => {
  it('terminate for any pattern and path, in a number of steps bounded by their lengths', () => {
    const evil = fc.constantFrom(
      '*a'.repeat(128),
      '**/'.repeat(80) + 'b',
      '**/a/'.repeat(11) + 'b',
      '{a,a*}'.repeat(6),
      '?'.repeat(256),
      '[a-z]'.repeat(51),
    );
    const long = fc.constantFrom('a'.repeat(4000), 'a/'.repeat(2000) + 'c', `${'a'.repeat(255)}/`.repeat(15) + 'c');
    fc.assert(
      fc.property(fc.oneof(evil, fc.string({ maxLength: 256 })), fc.oneof(long, fc.string()), (pattern, path) => {
        for (const matcher of [compileDomainPattern(pattern), compileFilePattern(pattern)]) {
          expect(typeof matcher === 'string' ? matcher.length > 0 : typeof matcher(path) === 'boolean').toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
