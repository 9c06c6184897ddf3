import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSealer } from './sealer.ts';

const sealer = createSealer([randomBytes(32)]);

it('opens what it has sealed, whatever it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, place) => {
      expect(sealer.unseal(sealer.seal(text, place), place)).toBe(text);
    }),
  );
});

it('seals the same text differently every time, and shows nothing of it', () => {
  const one = sealer.seal('the secret of ticket 7', 'row 1');
  const other = sealer.seal('the secret of ticket 7', 'row 1');
  expect(one.sealed.equals(other.sealed)).toBe(false);
  expect(one.sealed.includes('secret')).toBe(false);
  expect(one.sealed_by).toMatch(/^[0-9a-f]{16}$/);
});

it('opens nothing for another row, with another key, or after a change', () => {
  const sealed = sealer.seal('text', 'row 1');
  expect(sealer.unseal(sealed, 'row 2')).toBeUndefined();
  expect(createSealer([randomBytes(32)]).unseal(sealed, 'row 1')).toBeUndefined();
  for (let at = 0; at < sealed.sealed.length; at += 1) {
    const changed = Buffer.from(sealed.sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealer.unseal({ ...sealed, sealed: changed }, 'row 1')).toBeUndefined();
  }
  expect(sealer.unseal({ ...sealed, sealed: Buffer.alloc(5) }, 'row 1')).toBeUndefined();
});

it('opens what an earlier key has sealed, and seals with the first', () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const before = createSealer([old]);
  const after = createSealer([fresh, old]);
  expect(after.unseal(before.seal('text', 'row 1'), 'row 1')).toBe('text');
  const sealed = after.seal('text', 'row 1');
  expect(before.unseal(sealed, 'row 1')).toBeUndefined();
  expect(createSealer([fresh]).unseal(sealed, 'row 1')).toBe('text');
  expect(after.opens).toHaveLength(2);
});
