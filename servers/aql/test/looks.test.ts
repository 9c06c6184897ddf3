import { expect, it } from 'vitest';
import type { Exchange } from '../src/exchange/exchange.ts';
import { adapterOperation } from '../src/operations/adapter-operation.ts';
import { shopAdapter } from './world/shop-adapter.ts';

/** Why these have no look: a key that is lost in one of them stays lost until a person decides. */
const withoutLook: Readonly<Record<string, string>> = {
  create_item: 'A file describes no way to find an item by the key of the call that made it.',
  restock: 'A file describes no way to see what an operation under execute has done.',
};

const { operations } = shopAdapter('http://127.0.0.1');
const setting = {
  exchange: {} as Exchange,
  trust: 'validated' as const,
  codes: undefined,
  errors: [],
  quotas: [],
  timeoutMs: 1000,
  danger: new Map(),
  operations,
};
const writes = operations.filter(({ category }) => category !== 'read').map((one) => adapterOperation(one, setting));

it.each(writes.map((operation) => [operation.name, operation] as const))(
  '%s can be repeated, or has a look, or says why it has none',
  (name, operation) => {
    const looks = operation.settlesWithinMs !== undefined && operation.verify !== undefined;
    expect([operation.idempotent, looks, name in withoutLook].filter(Boolean)).toHaveLength(1);
  },
);
