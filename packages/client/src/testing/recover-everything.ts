import { expect } from 'vitest';
import type { Recovering } from '../recovering.ts';
import type { Ledger } from './ledger.ts';

/** The options that a client needs for every recovery of the ledger. */
export const everythingAllowed = { confirm: () => true, allow: ['open_account'], budget: { attempts: 5 } };

/** Lets every recovery happen to a client of the ledger, and sees that nothing happens twice. */
export const recoverEverything = async (
  client: Pick<Recovering, 'recover'>,
  { done, faults }: Pick<Ledger, 'done' | 'faults'>,
): Promise<void> => {
  const ends = async (name: string, args: object = {}) => (await client.recover({ name, arguments: { ...args } })).end;

  faults.push('busy', 'busy');
  expect(await ends('pay', { amount: 1 })).toBe('succeeded');
  expect(await ends('rate')).toBe('succeeded');
  expect(await ends('rate')).toBe('succeeded');
  expect(await ends('close_account', { name: 'old' })).toBe('succeeded');
  expect(await ends('remind')).toBe('succeeded');
  expect(await ends('remind')).toBe('succeeded');
  faults.push('timeout_after');
  expect(await ends('pay', { amount: 2 })).toBe('verified');
  faults.push('timeout_before');
  expect(await ends('pay', { amount: 3 })).toBe('in_doubt');
  expect(await ends('pay', { amuont: '4', currency: 'farnc' })).toBe('succeeded');
  expect(await ends('pay', { amount: 'four' })).toBe('handed_over');
  expect(await ends('deposit', { name: 'new' })).toBe('succeeded');
  expect(await ends('audit')).toBe('needs_person');
  faults.push('broken');
  expect(await ends('pay', { amount: 5 })).toBe('in_doubt');
  expect(done).toEqual([
    'pay 1 euro',
    'close old',
    'remind',
    'remind',
    'pay 2 euro',
    'pay 4 franc',
    'open new',
    'deposit new',
  ]);
};
