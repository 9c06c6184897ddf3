import fc from 'fast-check';
import type { Json, JsonObject } from '@recourse/contract';
import type { Adapter, AdapterOperation, Parameter } from '../../src/adapter/adapter.ts';
import { hostileText, hostileValue } from '../../src/exchange/testing/hostile-values.ts';

/** A call of one tool. */
export interface GeneratedRequest {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Mostly what the schema takes, as hostile as that can be; sometimes anything. */
const valueFor = ({ schema }: Parameter): fc.Arbitrary<Json> => {
  const { type, enum: allowed, maxLength } = schema;
  const fitting = Array.isArray(allowed)
    ? fc.constantFrom(...(allowed as Json[]))
    : type === 'integer'
      ? fc.integer()
      : type === 'array'
        ? fc.array(hostileText, { maxLength: 3 })
        : type === 'object'
          ? fc.dictionary(hostileText, hostileText, { maxKeys: 2 })
          : hostileText.map((text) => text.slice(0, typeof maxLength === 'number' ? maxLength : undefined));
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: hostileValue });
};

const strangers = fc.dictionary(
  fc.constantFrom('stranger', 'w-x', '..', 'p-offset', 'a&b', '_locale', 'fields', 'first', 'after', 'constructor'),
  hostileValue,
  { maxKeys: 1 },
);

const paramsFor = ({ parameters, input, paging }: AdapterOperation): fc.Arbitrary<JsonObject> =>
  fc
    .record({
      declared: fc.record(Object.fromEntries(parameters.map((each) => [each.name, valueFor(each)])), {
        requiredKeys: parameters.filter(({ required }) => required).map((each) => each.name),
      }),
      left: fc.option(fc.nat(), { nil: undefined, freq: 8 }),
      odd: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: strangers }),
      note: hostileText,
      first: fc.integer({ min: 1, max: 9 }),
    })
    .map(({ declared, left, odd, note, first }) => {
      const given = Object.entries({
        ...declared,
        ...odd,
        ...(input && { input: { note } }),
        ...(paging && { first }),
      });
      const kept = left === undefined || left % 4 > 0 ? given : given.slice(1);
      return Object.fromEntries(kept);
    });

/** Requests of any of the operations: alone, in a batch, through the right tool and through another. */
export const generatedRequest = ({ operations }: Adapter): fc.Arbitrary<GeneratedRequest> => {
  const single = fc
    .constantFrom(...operations)
    .chain((operation) => fc.record({ operation: fc.constant(operation), params: paramsFor(operation) }));
  const astray = fc.record({
    tool: fc.constantFrom('mcp_aql_read', 'mcp_aql_delete', 'mcp_aql_nothing'),
    arguments: fc.oneof(
      fc.record({ operation: hostileText, params: fc.dictionary(hostileText, hostileValue, { maxKeys: 2 }) }),
      fc.dictionary(hostileText, hostileValue, { maxKeys: 3 }),
      fc.constant({ operations: [] }),
    ),
  });
  const alone = single.map(({ operation: { name, category }, params }) => ({
    tool: `mcp_aql_${category}`,
    arguments: { operation: name, params },
  }));
  const beside = single.map(({ operation: { name, category }, params }) => ({
    tool: `mcp_aql_${category}`,
    arguments: { ...params, operation: name },
  }));
  const batch = fc.array(single, { minLength: 1, maxLength: 3 }).map((items) => ({
    tool: `mcp_aql_${items[0]?.operation.category ?? 'read'}`,
    arguments: { operations: items.map(({ operation: { name }, params }) => ({ operation: name, params })) },
  }));
  return fc.oneof(
    { weight: 12, arbitrary: alone },
    { weight: 2, arbitrary: beside },
    { weight: 2, arbitrary: batch },
    { weight: 1, arbitrary: astray },
  );
};
