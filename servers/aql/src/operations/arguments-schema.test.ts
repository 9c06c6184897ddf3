import type { JsonObject } from '@recourse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { operation, parameter } from '../exchange/testing/adapters.ts';
import { argumentsSchemaOf } from './arguments-schema.ts';

const address = {
  type: 'object',
  properties: {
    street: { type: 'string' },
    country: { type: 'string', enum: ['at', 'ch'], default: 'at' },
    geo: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
    phones: { type: 'array', items: { type: 'object', properties: { kind: { type: 'string' } } } },
  },
  required: ['street'],
};
const update = { category: 'update', input: [parameter('address', { in: 'body', schema: address })] } as const;
const merged = operation({ ...update, method: 'PUT', readWith: 'get_person' });
const sent = operation({ ...update, method: 'PATCH' });

describe('the input of an update', () => {
  const ajv = new Ajv2020({ strict: false, useDefaults: true });
  const filled = (called: typeof merged, given: JsonObject): unknown => {
    const input = { address: structuredClone(given) };
    return ajv.validate(argumentsSchemaOf(called), { input }) ? input.address : 'refused';
  };

  it.each([{ geo: { lat: null } }, { geo: {} }, { country: null }, { street: null }])(
    'may name a part of what is merged, and remove any of it: %j',
    (given) => {
      expect(filled(merged, given)).toEqual(given);
    },
  );

  it.each([
    { street: 'a', geo: null },
    { street: 'a', country: null },
    { street: 'a', country: 'ch' },
  ])('may remove what the API does not require: %j', (given) => {
    expect(filled(sent, given)).toEqual(given);
  });

  it.each([{ country: 'ch' }, { street: null }, { street: 'a', geo: { lat: null } }])(
    'has what the API requires, if it is sent as it is: %j',
    (given) => {
      expect(filled(sent, given)).toBe('refused');
    },
  );

  it('is not filled in', () => {
    expect(filled(sent, { street: 'a' })).toEqual({ street: 'a' });
  });

  it('has whole items in its lists', () => {
    expect(filled(merged, { phones: [{ kind: null }] })).toBe('refused');
  });
});
