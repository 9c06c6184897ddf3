import type { Json, JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { operation, parameter } from '../world/shop-adapter.ts';
import { openTable } from './table.ts';

const table = openTable();
const tool = 'mcp_aql_create';

/** Takes anything, and answers with what it was given. */
const keep = operation({
  name: 'keep',
  category: 'create',
  method: 'POST',
  path: '/items',
  parameters: [parameter('name', 'body', {})],
});
const request = (name: Json): JsonObject => ({ operation: 'keep', params: { name } });

/** Pads a string until the value that holds it has as many bytes of JSON. */
const filled = (bytes: number, hold: (text: string) => unknown): string =>
  'x'.repeat(bytes - JSON.stringify(hold('')).length);
const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
/** The request, its params and their value are levels too. */
const outerLevels = 2;

interface Row {
  readonly type: string;
  readonly limit: number;
  readonly unit: string;
  readonly setting: string;
  readonly value: (size: number) => Json;
}

const rows: readonly Row[] = [
  {
    type: 'request_size',
    setting: 'requestBytes',
    limit: 500,
    unit: 'bytes',
    value: (size) => filled(size, request),
  },
  {
    type: 'response_size',
    setting: 'responseBytes',
    limit: 500,
    unit: 'bytes',
    value: (size) => filled(size, (name) => ({ id: 0, name, price: 0 })),
  },
  { type: 'string_length', setting: 'stringBytes', limit: 100, unit: 'bytes', value: (size) => 'x'.repeat(size) },
  {
    type: 'array_elements',
    setting: 'arrayItems',
    limit: 50,
    unit: 'elements',
    value: (size) => Array.from({ length: size }, () => 0),
  },
  { type: 'nesting_depth', setting: 'depth', limit: 12, unit: 'levels', value: (size) => nested(size - outerLevels) },
];

describe.each(rows)('$type', ({ type, setting, limit, unit, value }) => {
  it.each([
    [-1, true],
    [0, true],
    [1, false],
  ])('at its limit %i: passes %s', async (offset, passes) => {
    const door = table.begin({ operations: [keep] }, { server: { limits: { [setting]: limit } } });
    const size = limit + offset;
    const answer = await door.ask(tool, request(value(size)));
    if (passes) return expect(answer).toMatchObject({ success: true });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_PAYLOAD_TOO_LARGE',
      message: `Payload exceeds ${type} limit of ${limit}`,
      details: { limit_type: type, limit_value: limit, actual_value: size, unit },
    });
    // Whether a request that is too large is sent, or an answer that is too large was.
    expect(table.shop.seen).toHaveLength(type === 'response_size' ? 1 : 0);
  });
});
