import { expect, it } from 'vitest';
import { judge } from './judge.ts';

it.each(['', '.', '/'])("takes '%s' for the root where a field allows it", async (value) => {
  expect(await judge('repositoryPath', value, { root: true }, {})).toEqual({ ok: true });
  expect(await judge('repositoryPath', value, {}, {})).toMatchObject({ ok: false });
});

it('takes no other way out of the root', async () => {
  expect(await judge('repositoryPath', '..', { root: true }, {})).toMatchObject({ ok: false });
});
