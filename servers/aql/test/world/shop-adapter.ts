import type { JsonSchema } from '@recourse/contract';
import type { Adapter, AdapterOperation, Parameter } from '../../src/adapter/adapter.ts';

export const parameter = (
  name: string,
  place: Parameter['in'],
  schema: JsonSchema,
  more: Partial<Parameter> = {},
): Parameter => ({
  name,
  wireName: name,
  in: place,
  required: false,
  sensitive: false,
  schema,
  ...more,
});

type Given = Pick<AdapterOperation, 'name' | 'category' | 'method' | 'path'> & Partial<AdapterOperation>;

export const operation = (given: Given): AdapterOperation => ({
  description: `${given.name} of the shop`,
  parameters: [],
  input: undefined,
  readWith: undefined,
  danger: note('safe'),
  resource: undefined,
  paging: undefined,
  fieldSets: {},
  returns: undefined,
  examples: [],
  idempotent: given.method !== 'POST',
  ...given,
});

export const note = (
  level: AdapterOperation['danger']['level'],
  more: Partial<AdapterOperation['danger']> = {},
): AdapterOperation['danger'] => ({
  level,
  inferred: level,
  reasons: [],
  confirmationMessage: undefined,
  requiresConfirmation: false,
  ...more,
});

const id = parameter('id', 'path', { type: 'integer', minimum: 1 }, { required: true });
const name = parameter('name', 'body', { type: 'string', minLength: 1, maxLength: 80 });
const price = parameter('price', 'body', { type: 'number', minimum: 0 });
const pin = parameter('pin', 'body', { type: 'string' }, { sensitive: true });

/** A shop with items: one operation of every category. */
export const shopAdapter = (baseUrl: string, more: Partial<Adapter> = {}): Adapter => ({
  name: 'shop',
  version: '1.2.0',
  description: 'A small shop',
  baseUrl,
  auth: { type: 'none' },
  headers: {},
  trustClaim: 'certified',
  operations: [
    operation({
      name: 'list_items',
      category: 'read',
      method: 'GET',
      path: '/items',
      parameters: [parameter('max_price', 'query', { type: 'number' })],
    }),
    operation({
      name: 'get_item',
      category: 'read',
      method: 'GET',
      path: '/items/{id}',
      parameters: [id],
      resource: { type: 'item', id: '{id}' },
      returns: { type: 'Item' },
      examples: [{ description: 'The first', request: { operation: 'get_item', params: { id: 1 } } }],
    }),
    operation({
      name: 'create_item',
      category: 'create',
      method: 'POST',
      path: '/items',
      parameters: [{ ...name, required: true }, price, pin],
      danger: note('reversible'),
    }),
    operation({
      name: 'update_item',
      category: 'update',
      method: 'PATCH',
      path: '/items/{id}',
      parameters: [id],
      input: [name, price],
      danger: note('reversible'),
    }),
    operation({
      name: 'delete_item',
      category: 'delete',
      method: 'DELETE',
      path: '/items/{id}',
      parameters: [id],
      danger: note('destructive', {
        reasons: ['The item is gone for good'],
        confirmationMessage: 'Delete item {id}?',
      }),
    }),
    operation({
      name: 'restock',
      category: 'execute',
      method: 'POST',
      path: '/restock',
      danger: note('dangerous'),
    }),
  ],
  types: [
    {
      name: 'Item',
      kind: 'object',
      description: 'Something to buy',
      fields: [parameter('id', 'body', { type: 'integer' }, { required: true }), name, price],
    },
  ],
  errorCodes: [],
  mapping: [],
  statuses: 'corrected',
  apiLimits: [],
  quotas: [],
  timeoutMs: 5000,
  documentation: '',
  ...more,
});
