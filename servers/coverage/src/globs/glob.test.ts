import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { compileGlob } from './glob.ts';

describe('a compiled glob', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 4 });
  const part = fc.oneof(
    fc.constant('**'),
    fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '-'), minLength: 1, maxLength: 4 }),
    fc.constantFrom('{a,b*}', '[ab]', 'b[^a]', '.a', '*.b'),
  );

  it('agrees with picomatch', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        (parts, names) => {
          fc.pre(names.every((one) => one !== '.' && one !== '..'));
          // picomatch reads two stars inside a part as one and three as two; no real pattern has either.
          fc.pre(parts.every((one) => one === '**' || !one.includes('**')));
          // In picomatch `a/**` matches `a`, but `*/**` does not.
          fc.pre(parts.at(-1) !== '**');
          const pattern = parts.join('/');
          const glob = compileGlob(pattern);
          if (typeof glob === 'string') throw new Error(glob);
          expect([pattern, names.join('/'), glob.matches(names)]).toEqual([
            pattern,
            names.join('/'),
            picomatch.isMatch(names.join('/'), pattern, { noextglob: true }),
          ]);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
