import { expect, it } from 'vitest';
import { takeTurn } from './take-turn.ts';

it('serialises runs of one root, and does not block other roots', async () => {
  const order: string[] = [];
  const first = await takeTurn('/a');
  const second = takeTurn('/a').then((release) => (order.push('second'), release));
  const cancel = new AbortController();
  const third = takeTurn('/a', cancel.signal);
  const fourth = takeTurn('/a').then((release) => (order.push('fourth'), release));
  expect(await takeTurn('/b')).toBeTypeOf('function');
  cancel.abort();
  expect(await third).toBeUndefined();
  expect(order).toEqual([]);
  first?.();
  const release = await second;
  expect(order).toEqual(['second']);
  release?.();
  await fourth;
  expect(order).toEqual(['second', 'fourth']);
  expect(await takeTurn('/c', AbortSignal.abort())).toBeUndefined();
});
