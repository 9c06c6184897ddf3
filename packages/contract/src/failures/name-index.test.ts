import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findSimilar } from './similar.ts';

/** The same names in a list that may change, which is scanned. */
const scan = (wanted: string, names: readonly string[], most: number) => findSimilar(wanted, [...names], { most });

const words = fc.constantFrom('get', 'set', 'echo', 'user', 'users', 'list', 'a', 'x1', '777', 'repo', 'Find', '');
const name = fc.oneof(
  fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('_')),
  fc.nat(999).map((number) => `echo_${number}`),
  fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', 'é'), maxLength: 9 }),
  fc.string({ maxLength: 80 }),
);

it('finds in an index what a scan finds', () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 50, maxLength: 120 }), fc.array(name, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 5 }), (names, wanted, most) => {
      const frozen = Object.freeze([...names]);
      for (const text of [...wanted, `${names[7] ?? ''}s`, `x${names[9] ?? ''}`]) {
        expect([text, findSimilar(text, frozen, { most })]).toEqual([text, scan(text, names, most)]);
      }
    }),
    { numRuns: 300 },
  ); // prettier-ignore
});

it('finds the nearest of 1,000 names that are all alike', () => {
  const names = Object.freeze(Array.from({ length: 1000 }, (_, index) => `echo_${index}`));
  for (const wanted of ['ecoh_777', 'echo', 'echo_7777', 'ech_12', 'eccho_1', 'nothing_like_it', 'echo_']) {
    expect([wanted, findSimilar(wanted, names, { role: 'tool' })]).toEqual([
      wanted,
      findSimilar(wanted, [...names], { role: 'tool' }),
    ]);
  }
});

it('finds the same names again after other searches', () => {
  const names = Object.freeze(Array.from({ length: 100 }, (_, index) => `echo_${index}`));
  const searches = Array.from({ length: 600 }, (_, index) => `ecoh_${index % 300}`);
  for (const wanted of searches) expect(findSimilar(wanted, names)).toEqual(findSimilar(wanted, [...names]));
});

it('keeps searches for different numbers of names and roles apart', () => {
  const names = Object.freeze(Array.from({ length: 100 }, (_, index) => `echo_${index}`));
  const [one, three] = [1, 3].map((most) => findSimilar('ecoh_7', names, { most }));
  expect([one?.length, three?.length]).toEqual([1, 3]);
  expect(findSimilar('ecoh_7', names, { most: 1, role: 'tool' })).toEqual([{ ref: 'echo_7', role: 'tool' }]);
  expect(findSimilar('ecoh_7', names, { most: 1 })).toEqual([{ ref: 'echo_7' }]);
});

it('remembers nothing that a caller can change', () => {
  const names = Object.freeze(Array.from({ length: 100 }, (_, index) => `echo_${index}`));
  const found = findSimilar('ecoh_7', names, { most: 1 }) as { ref: string }[];
  Object.assign(found[0] ?? {}, { ref: 'changed' });
  found.pop();
  expect(findSimilar('ecoh_7', names, { most: 1 })).toEqual([{ ref: 'echo_7' }]);
});
