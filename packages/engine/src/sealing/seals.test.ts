import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer } from './sealer.ts';
import { createOwnSeals, createSeals } from './seals.ts';

describe('a sealed value', () => {
  const key = randomBytes(32);
  const [here, there] = [createSeals(createSealer([key])), createSeals(createSealer([key]))];

  it('opens wherever the key is known, and after the key was replaced', () => {
    const value = here.seal('a secret', 'a place');
    expect(there.unseal(value, 'a place')).toBe('a secret');
    expect(createSeals(createSealer([randomBytes(32), key])).unseal(value, 'a place')).toBe('a secret');
    expect(value).not.toContain('secret');
  });

  it('opens for no other place and with no other key', () => {
    const value = here.seal('a secret', 'a place');
    expect(here.unseal(value, 'another place')).toBeUndefined();
    expect(createOwnSeals().unseal(value, 'a place')).toBeUndefined();
  });

  it('does not open if any of its characters is changed', () => {
    const value = here.seal('a secret', 'a place');
    fc.assert(
      fc.property(
        fc.nat(value.length - 1),
        fc.constantFrom('A', 'B', 'h', 'z', '0', '9', '_', '-', '.'),
        (at, character) => {
          fc.pre(value[at] !== character);
          expect(here.unseal(value.slice(0, at) + character + value.slice(at + 1), 'a place')).toBeUndefined();
        },
      ),
    );
  });

  it.each(['', '.', 'x', 'v1.a.b', '0123456789abcdef.', '0123456789abcdef.AAAA', ' '])('is not %j', (value) => {
    expect(here.unseal(value, 'a place')).toBeUndefined();
  });
});
