import { expect, it } from 'vitest';
import type { Pending } from '../calling/pending.ts';
import { createMemoryPendings } from './pending-store.ts';

const pending = (key: string): Pending => ({ key }) as unknown as Pending;

it('keeps the last thousand calls, and counts a call that is set again as new', async () => {
  const store = createMemoryPendings();
  for (let index = 0; index < 1_000; index += 1) await store.set(`call-${index}`, pending(`key-${index}`));
  await store.set('call-0', pending('again'));
  await store.set('call-1000', pending('new'));
  expect(await store.get('call-0')).toEqual({ key: 'again' });
  expect(await store.get('call-1')).toBeUndefined();
  expect(await store.get('call-1000')).toEqual({ key: 'new' });
});
